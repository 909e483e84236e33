import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import {
  columnsOf,
  createMeter,
  fingerprintOf,
  HEAD_FILE,
  type Head,
  identifierOf,
  KEY_FILE,
  listTables,
  MANIFEST_FILE,
  type Manifest,
  nameOf,
  schemaVersion,
  type TableShape,
} from './backup-format.ts'
import { type Sink, writeEnd, writeEntry } from './tar.ts'

export type BackupSource = {
  /** Connects as the owner of the tables, who sees the rows of all tenants. */
  ownerUrl: string
  filesFolder: string
  masterKey: KeyObject
  /** Puts the key itself into the backup, which then opens every stored secret. */
  withKey: boolean
}

/** A table of any size passes through memory in parts of this many bytes. */
const PART_BYTES = 4 * 1024 * 1024

/**
 * Writes everything into one file: the tables as they stood at one moment, also while the server works, then the stored files. The
 * file appears under its name only when it is complete. Throws when the name is taken.
 */
export async function writeBackup(source: BackupSource, file: string): Promise<Manifest> {
  if (await exists(file)) throw new Error(`${file} exists already. Give another name, or move it away.`)
  const draft = `${file}.part`
  await rm(draft, { force: true })
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(draft, { mode: 0o600 }))
  // Whoever awaits it sees the failure; until then it must not count as unheard.
  written.catch(() => undefined)
  try {
    const manifest = await writeArchive(source, async (chunk) => {
      if (chunk.length > 0 && !gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), written])
    })
    gzip.end()
    await written
    await syncToDisk(draft)
    await rename(draft, file)
    return manifest
  } catch (error) {
    gzip.destroy()
    await written.catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

async function writeArchive(source: BackupSource, sink: Sink): Promise<Manifest> {
  const tables = await writeTables(source, sink)
  // After the tables: a file is stored before its row, so every row of the moment above finds its file.
  const files = await writeFiles(source.filesFolder, sink)
  const manifest: Manifest = { tables, files }
  await writeJson(sink, MANIFEST_FILE, manifest)
  await writeEnd(sink)
  return manifest
}

async function writeJson(sink: Sink, name: string, value: unknown): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
  await writeEntry(sink, name, text.length, [text])
}

async function writeTables(source: BackupSource, sink: Sink): Promise<Manifest['tables']> {
  const client = new Client({ connectionString: source.ownerUrl, application_name: 'segue-backup' })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const tables = await listTables(client)
    const head: Head = {
      format: 'segue-backup-1',
      createdAt: new Date().toISOString(),
      schema: await schemaVersion(client),
      keyFingerprint: fingerprintOf(source.masterKey),
      tables,
    }
    await writeJson(sink, HEAD_FILE, head)
    if (source.withKey) {
      const key = Buffer.from(`${source.masterKey.export().toString('base64')}\n`)
      await writeEntry(sink, KEY_FILE, key.length, [key])
    }
    const written: Manifest['tables'] = {}
    for (const table of tables) written[nameOf(table)] = await writeTable(client, table, sink)
    await client.query('COMMIT')
    return written
  } finally {
    await client.end()
  }
}

async function writeTable(client: Client, table: TableShape, sink: Sink): Promise<Manifest['tables'][string]> {
  const rows = client.query(copyTo(`COPY ${identifierOf(table)} (${columnsOf(table)}) TO STDOUT`))
  const metered = createMeter()
  let part: Buffer[] = []
  let size = 0
  let count = 0
  const close = async () => {
    const name = `tables/${nameOf(table)}/${String(count++).padStart(6, '0')}`
    await writeEntry(sink, name, size, part)
    part = []
    size = 0
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    part.push(metered.add(chunk))
    size += chunk.length
    if (size >= PART_BYTES) await close()
  }
  if (size > 0) await close()
  return { ...metered.result(), rows: rows.rowCount }
}

async function writeFiles(folder: string, sink: Sink): Promise<Manifest['files']> {
  const written: Manifest['files'] = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    // Uploads on their way: no row knows them yet.
    if (name.startsWith('incoming/')) continue
    // One deleted since the folder was read belonged to a row that is gone too.
    const known = await stat(path).catch(() => null)
    if (!known) continue
    const metered = createMeter()
    await writeEntry(sink, `files/${name}`, known.size, meteredChunks(createReadStream(path), metered.add))
    written[name] = metered.result()
  }
  return written
}

async function* meteredChunks(source: AsyncIterable<Buffer>, look: (chunk: Buffer) => Buffer): AsyncGenerator<Buffer> {
  for await (const chunk of source) yield look(chunk)
}
