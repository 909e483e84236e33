import type { KeyObject } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import type { Places } from '#server/platform/files/store.ts'
import { placeOf } from '#server/platform/files/stores/byte-store.ts'
import { writeEntry } from '#server/platform/files/tar.ts'
import { fingerprintOf } from '#server/platform/secrets/fingerprint.ts'
import {
  columnsOf,
  createMeter,
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

export type BackupSource = {
  /** Connects as the owner of the tables, who sees the rows of all tenants. */
  ownerUrl: string
  places: Places
  masterKey: KeyObject
  /** Puts the key itself into the backup, which then opens every stored secret. */
  withKey: boolean
}

/** A table is written in parts of this many bytes, so that a table of any size fits into memory. */
const PART_BYTES = 4 * 1024 * 1024

/**
 * Writes everything into one file: the tables as they stood at one moment, also while the server works, then the stored files. The
 * file appears under its name only when it is complete. Throws when a file of this name exists.
 */
export async function writeBackup(source: BackupSource, file: string): Promise<Manifest> {
  if (await exists(file)) throw new Error(`${file} exists already. Give another name, or move it away.`)
  if (!(await exists(dirname(file)))) throw new Error(`There is no folder ${dirname(file)}.`)
  const draft = `${file}.part`
  await rm(draft, { force: true })
  const archive = pack()
  const written = pipeline(chunksOf(archive), createGzip(), createWriteStream(draft, { mode: 0o600 }))
  const filled = fillArchive(source, archive)
  try {
    // Both at once, so that a failed write ends the wait for the tables and its error is thrown.
    const [manifest] = await Promise.all([filled, written])
    await syncToDisk(draft)
    await rename(draft, file)
    return manifest
  } catch (error) {
    archive.destroy()
    await Promise.allSettled([filled, written])
    await rm(draft, { force: true })
    throw error
  }
}

async function* chunksOf(archive: Pack): AsyncGenerator<Buffer> {
  yield* archive as AsyncIterable<Buffer>
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

async function fillArchive(source: BackupSource, archive: Pack): Promise<Manifest> {
  const tables = await writeTables(source, archive)
  // After the tables: a file is stored before its row, so every row of the moment above finds its file.
  const files = await writeFiles(source.places, archive)
  const manifest: Manifest = { tables, files }
  await writeJson(archive, MANIFEST_FILE, manifest)
  archive.finalize()
  return manifest
}

async function writeJson(archive: Pack, name: string, value: unknown): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
  await writeEntry(archive, name, text.length, [text])
}

async function writeTables(source: BackupSource, archive: Pack): Promise<Manifest['tables']> {
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
    await writeJson(archive, HEAD_FILE, head)
    if (source.withKey) {
      const key = Buffer.from(`${source.masterKey.export().toString('base64')}\n`)
      await writeEntry(archive, KEY_FILE, key.length, [key])
    }
    const written: Manifest['tables'] = {}
    for (const table of tables) written[nameOf(table)] = await writeTable(client, table, archive)
    await client.query('COMMIT')
    return written
  } finally {
    await client.end()
  }
}

async function writeTable(client: Client, table: TableShape, archive: Pack): Promise<Manifest['tables'][string]> {
  const rows = client.query(copyTo(`COPY ${identifierOf(table)} (${columnsOf(table)}) TO STDOUT`))
  const metered = createMeter()
  let part: Buffer[] = []
  let size = 0
  let count = 0
  const close = async () => {
    const name = `tables/${nameOf(table)}/${String(count++).padStart(6, '0')}`
    await writeEntry(archive, name, size, part)
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

async function writeFiles({ to, from }: Places, archive: Pack): Promise<Manifest['files']> {
  const written: Manifest['files'] = {}
  for (const store of from ? [from, to] : [to]) {
    for await (const { key } of store.list()) {
      const name = placeOf(key)
      if (written[name]) continue
      // One deleted since it was listed belonged to a row that is gone too; one moved is in the other store, which is read after this one.
      const found = await store.open(key)
      if (!found) continue
      const metered = createMeter()
      await writeEntry(archive, `files/${name}`, found.size, meteredChunks(found.stream, metered.add))
      written[name] = metered.result()
    }
  }
  return written
}

async function* meteredChunks(
  source: AsyncIterable<Buffer>,
  onChunk: (chunk: Buffer) => Buffer,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) yield onChunk(chunk)
}
