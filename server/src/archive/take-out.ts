import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import * as m from '#i18n/messages.js'
import { readVersion } from '#server/owner/service.ts'
import type { RunReport } from '#server/platform/data-runs/run.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { writeEntry } from '#server/platform/files/tar.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { readTenant } from '#server/tenant/service.ts'
import { FORMAT, HEAD_FILE, type Head, MANIFEST_FILE, type Manifest, SETTINGS_FILE } from './archive-format.ts'
import { knowledgeFiles } from './knowledge-files.ts'
import { mailFiles } from './mail-files.ts'
import {
  beginReading,
  contentHashOfTables,
  countRows,
  createTableHash,
  GONE,
  listPeople,
  type Person,
  rowsOf,
  storageKeyOf,
  withStorageKey,
} from './rows.ts'
import { inLoadingOrder, listTakenTables, type TableShape } from './tables.ts'

/** What is said of the progress. */
export type Report = Pick<RunReport, 'say' | 'progress'>
export type TakenOut = { contentHash: string; rows: number; attachments: number; threads: number }

/** A part of a table is about this large, so that a table of any size fits into memory. */
const PART_BYTES = 512 * 1024

/**
 * Everything of a business as one archive, as it stood at one moment, without secrets. Read `stream` to its end; `result` is what is in it,
 * or the failure, with which the stream ends too.
 */
export function takeOut(tenant: Tenant, report: Report): { stream: Readable; result: Promise<TakenOut> } {
  const archive = pack()
  const stream = new PassThrough()
  const written = pipeline(archive as unknown as AsyncIterable<Buffer>, createGzip({ level: 1 }), stream)
  const result = tenant
    .read((t) => fill(t, { tenant, archive, report }))
    .then(async (taken) => {
      await written
      return taken
    })
    .catch((error: Error) => {
      archive.destroy(error)
      stream.destroy(error)
      throw error
    })
  written.catch(() => undefined)
  result.catch(() => undefined)
  return { stream, result }
}

type Filling = { tenant: Tenant; archive: Pack; report: Report }

async function fill(t: Tx, { tenant, archive, report }: Filling): Promise<TakenOut> {
  await beginReading(t)
  const shapes = await listTakenTables(t)
  const [people, { name, slug, businessInfo }] = [await listPeople(t), await readTenant(t)]
  const counts = new Map<string, number>()
  for (const shape of shapes) counts.set(shape.name, await countRows(t, shape))
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  const entries = entriesOf(archive)
  await entries.json(HEAD_FILE, await headOf(t, { shapes, people, counts, name, slug }))
  await entries.json(SETTINGS_FILE, await settingsOf(t))
  const content = await writeTables(t, { shapes, people, entries, files: tenant.platform.files, report, total })
  await report.say(text(m.take_out_rows, { rows: total, files: content.fileNames.size }))
  const knowledge = await writeFolder(archive, knowledgeFiles(t))
  const threads = await writeFolder(
    archive,
    mailFiles(t, { name, slug, email: businessInfo.supportEmail || `support@${slug}.invalid` }, content.fileNames),
  )
  await report.say(text(m.take_out_threads, { threads: threads.files }))
  const manifest: Manifest = { contentHash: content.hash, files: entries.written, folders: { knowledge, threads } }
  await entries.json(MANIFEST_FILE, manifest)
  archive.finalize()
  return { contentHash: content.hash, rows: total, attachments: content.fileNames.size, threads: threads.files }
}

type Known = { shapes: TableShape[]; people: Person[]; counts: Map<string, number>; name: string; slug: string }

async function headOf(t: Tx, { shapes, people, counts, name, slug }: Known): Promise<Head> {
  return {
    format: FORMAT,
    takenAt: t.now.toISOString(),
    name,
    slug,
    version: (await readVersion()).schema,
    people,
    tables: shapes.map((shape) => ({ name: shape.name, columns: shape.columns, rows: counts.get(shape.name) ?? 0 })),
  }
}

/** The settings of the business to read, not to load: its own row of the tables holds them too. */
async function settingsOf(t: Tx): Promise<unknown> {
  const { name, businessInfo, branding, aiSettings, customerExperience, support, notifications } = await readTenant(t)
  return { name, businessInfo, branding, aiSettings, customerExperience, support, notifications }
}

/** Writes entries with their hashes. */
function entriesOf(archive: Pack) {
  const written: Manifest['files'] = {}
  const note = (name: string, bytes: number, sha256: string) => {
    written[name] = { bytes, sha256 }
  }
  return {
    written,
    /** Without a hash of its own: what is at the ends of the archive. */
    json: async (name: string, value: unknown) => {
      const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
      await writeEntry(archive, name, bytes.length, [bytes])
    },
    part: async (name: string, lines: readonly string[]) => {
      const bytes = Buffer.from(`${lines.join('\n')}\n`)
      await writeEntry(archive, name, bytes.length, [bytes])
      note(name, bytes.length, createHash('sha256').update(bytes).digest('hex'))
    },
    stream: async (name: string, size: number, source: AsyncIterable<Buffer>): Promise<string> => {
      const hash = createHash('sha256')
      const hashed = async function* () {
        for await (const chunk of source) {
          hash.update(chunk)
          yield chunk
        }
      }
      await writeEntry(archive, name, size, hashed())
      const sha256 = hash.digest('hex')
      note(name, size, sha256)
      return sha256
    },
  }
}
type Entries = ReturnType<typeof entriesOf>

type Writing = {
  shapes: TableShape[]
  people: Person[]
  entries: Entries
  files: FileStore
  report: Report
  total: number
}

/** Writes the tables so that each can be loaded after those it refers to; hashes them by name. */
async function writeTables(t: Tx, writing: Writing): Promise<{ hash: string; fileNames: Map<string, string> }> {
  const { shapes, people, report, total } = writing
  const fileNames = new Map<string, string>()
  const digests = new Map<string, string>()
  let done = 0
  for (const shape of inLoadingOrder(shapes)) {
    const digest = createTableHash(people)
    let [part, bytes, parts] = [[] as string[], 0, 0]
    const close = async () => {
      if (part.length > 0)
        await writing.entries.part(`tables/${shape.name}/${String(parts++).padStart(6, '0')}.jsonl`, part)
      ;[part, bytes] = [[], 0]
    }
    for await (const rows of rowsOf(t, shape)) {
      const lines = shape.hasFiles ? await writeAttachments(writing, shape, rows, fileNames) : rows
      digest.add(lines)
      for (const line of lines) {
        part.push(line)
        bytes += line.length
        if (bytes >= PART_BYTES) await close()
      }
      done += rows.length
      await report.progress(done, total)
    }
    await close()
    digests.set(shape.name, digest.digest())
  }
  return { hash: contentHashOfTables(digests), fileNames }
}

/** Writes the files that rows name, and gives the rows with the hashes of the files in place of where they are stored. */
async function writeAttachments(
  { entries, files }: Writing,
  { name: table }: TableShape,
  rows: readonly string[],
  fileNames: Map<string, string>,
): Promise<string[]> {
  const lines: string[] = []
  for (const row of rows) {
    const key = storageKeyOf(row)
    const stored = key ? await files.find(key) : null
    if (!key || !stored) {
      lines.push(key ? withStorageKey(row, GONE) : row)
      continue
    }
    const { id, name } = JSON.parse(row) as { id: string; name?: string }
    const shown = basename(name ?? '')
      .replace(/[^\p{L}\p{N}._-]+/gu, '_')
      .slice(-100)
    const path = `attachments/${table}/${id}${shown ? `/${shown}` : ''}`
    const sha256 = await entries.stream(path, stored.size, stored.stream as AsyncIterable<Buffer>)
    fileNames.set(id, path)
    lines.push(withStorageKey(row, `sha256:${sha256}`))
  }
  return lines
}

async function writeFolder(
  archive: Pack,
  files: AsyncIterable<{ name: string; bytes: Buffer }>,
): Promise<Manifest['folders'][string]> {
  const hash = createHash('sha256')
  let [count, bytes] = [0, 0]
  for await (const file of files) {
    await writeEntry(archive, file.name, file.bytes.length, [file.bytes])
    hash.update(`${file.name}\n`).update(file.bytes)
    count += 1
    bytes += file.bytes.length
  }
  return { files: count, bytes, sha256: hash.digest('hex') }
}
