import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Config } from '#server/platform/config.ts'
import { moveFiles } from '#server/platform/files/move-files.ts'
import type { ByteStore } from '#server/platform/files/stores/byte-store.ts'
import { folderStore } from '#server/platform/files/stores/folder-store.ts'
import { readEntries, type TarEntry } from '#server/platform/files/tar.ts'
import {
  columnsOf,
  createMeter,
  type Hashed,
  HEAD_FILE,
  Head,
  identifierOf,
  KEY_FILE,
  listTables,
  MANIFEST_FILE,
  Manifest,
  nameOf,
  schemaVersion,
  type TableShape,
} from './backup-format.ts'

/** The head of a backup, and its master key when it holds one. */
export async function readHead(file: string): Promise<{ head: Head; key: string | null }> {
  const entries = openArchive(file)
  try {
    const head = Head.parse(JSON.parse(await textOf(await nextOf(entries, HEAD_FILE))))
    const { value: second } = await entries.next()
    return { head, key: second?.name === KEY_FILE ? (await textOf(second)).trim() : null }
  } finally {
    await entries.return(undefined)
  }
}

/** Puts a backup's key into a data folder that has none yet; an existing key is never replaced. */
export async function storeKey(config: Config, key: string | null): Promise<void> {
  if (!key || config.masterKey) return
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(join(config.dataDir, 'master.key'), `${key}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
}

function openArchive(file: string): AsyncGenerator<TarEntry> {
  const gunzip = createGunzip()
  // An error of either stream is thrown where gunzip is read.
  pipeline(createReadStream(file), gunzip).catch(() => undefined)
  return readEntries(gunzip)
}

async function nextOf(entries: AsyncGenerator<TarEntry>, name: string): Promise<TarEntry> {
  const { value } = await entries.next()
  if (value?.name !== name) throw new Error('This file is not a Segue backup.')
  return value
}

async function textOf(entry: TarEntry): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of entry.content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** What a backup is restored into. `bucket`: where the files go instead of the folder. */
export type RestoreTarget = { ownerUrl: string; filesFolder: string; bucket: ByteStore | null }

/**
 * Loads a backup into an empty, migrated database and an empty store of files, completely or not at all: the rows are committed after
 * every count and hash matched the manifest. Throws with what is wrong and what to do.
 */
export async function restoreBackup(file: string, into: RestoreTarget): Promise<Manifest> {
  const draft = `${into.filesFolder}.restoring`
  await refuseFullStore(into)
  await rm(draft, { recursive: true, force: true })
  const client = new Client({ connectionString: into.ownerUrl, application_name: 'segue-restore' })
  await client.connect()
  try {
    await client.query('BEGIN')
    const manifest = await loadArchive(client, file, draft)
    await mkdir(draft, { recursive: true })
    await placeFiles(draft, into)
    await client.query('COMMIT')
    await client.query('ANALYZE')
    return manifest
  } finally {
    // Without a commit, closing the connection rolls everything back.
    await client.end()
    await rm(draft, { recursive: true, force: true })
  }
}

async function refuseFullStore({ filesFolder, bucket }: RestoreTarget): Promise<void> {
  const names = await readdir(filesFolder).catch(() => [])
  if (names.length > 0) throw new Error(`${filesFolder} is not empty. Restore into a new data folder.`)
  for await (const _ of bucket?.list() ?? [])
    throw new Error('The bucket of S3_URL is not empty. Restore into a new bucket, or into another folder of it.')
}

async function placeFiles(draft: string, { filesFolder, bucket }: RestoreTarget): Promise<void> {
  if (bucket) {
    // Where it stops in the middle, no row is committed: files without rows are in the bucket, which the next attempt names.
    const { failed } = await moveFiles({ to: bucket, from: folderStore(draft) }, `${draft}/moving`, () => undefined)
    if (failed[0]) throw failed[0].error
    return
  }
  await rmdir(filesFolder).catch(() => undefined)
  await rename(draft, filesFolder)
}

async function loadArchive(client: Client, file: string, draft: string): Promise<Manifest> {
  const entries = openArchive(file)
  const head = Head.parse(JSON.parse(await textOf(await nextOf(entries, HEAD_FILE))))
  const shapes = await checkTarget(client, head)
  const addForeignKeys = await dropForeignKeys(client)
  const enableTriggers = await disableTriggers(client)
  const tables = tableLoader(client, shapes)
  const files: Manifest['files'] = {}
  let manifest: Manifest | null = null
  for await (const entry of entries) {
    const [kind, ...rest] = entry.name.split('/')
    if (kind === 'tables') await tables.load(entry, rest[0] ?? '')
    else if (kind === 'files') files[rest.join('/')] = await storeFile(entry, draft, rest)
    else if (entry.name === MANIFEST_FILE) manifest = Manifest.parse(JSON.parse(await textOf(entry)))
  }
  compare(manifest, { tables: await tables.finish(), files })
  await addForeignKeys()
  await enableTriggers()
  return manifest as Manifest
}

/** Checks that the database is empty and of the backup's version. Gives the tables of the backup by name. */
async function checkTarget(client: Client, head: Head): Promise<Map<string, TableShape>> {
  const here = await schemaVersion(client)
  if (here.last !== head.schema.last) {
    throw new Error(
      `The backup was written by another version of Segue (${head.schema.migrations} migrations, here ${here.migrations}). Restore it with that version, then start this one: it brings the database up to date.`,
    )
  }
  for (const table of await listTables(client)) {
    const { rows } = await client.query<{ full: boolean }>(`SELECT EXISTS (SELECT FROM ${identifierOf(table)}) AS full`)
    if (rows[0]?.full) throw new Error('The database is not empty. Restore into a new data folder or a new database.')
  }
  return new Map(head.tables.map((table) => [nameOf(table), table]))
}

/** Drops all foreign keys while rows are loaded, since tables refer to each other in cycles. The result adds them again, which checks them. */
async function dropForeignKeys(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; of: string; definition: string }>(`
    SELECT quote_ident(c.conname) AS name, format('%I.%I', n.nspname, r.relname) AS of, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid JOIN pg_namespace n ON n.oid = r.relnamespace
    WHERE c.contype = 'f' AND n.nspname IN ('public', 'auth')`)
  for (const { name, of } of rows) await client.query(`ALTER TABLE ${of} DROP CONSTRAINT ${name}`)
  return async () => {
    for (const { name, of, definition } of rows) {
      await client.query(`ALTER TABLE ${of} ADD CONSTRAINT ${name} ${definition}`)
    }
  }
}

/** Without triggers while rows are loaded: what they wrote is in the backup too (the kept sums of the businesses). */
async function disableTriggers(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ of: string }>(`
    SELECT DISTINCT g.tgrelid::regclass::text AS of FROM pg_trigger g JOIN pg_class r ON r.oid = g.tgrelid
    WHERE NOT g.tgisinternal AND r.relnamespace IN ('public'::regnamespace, 'auth'::regnamespace)`)
  const set = async (state: 'ENABLE' | 'DISABLE') => {
    for (const { of } of rows) await client.query(`ALTER TABLE ${of} ${state} TRIGGER USER`)
  }
  await set('DISABLE')
  return () => set('ENABLE')
}

/** Feeds the parts of each table into one COPY; a table ends where the next begins. */
function tableLoader(client: Client, shapes: Map<string, TableShape>) {
  const loaded: Manifest['tables'] = Object.fromEntries(
    [...shapes.keys()].map((name) => [name, { ...createMeter().result(), rows: 0 }]),
  )
  let current: ({ name: string } & ReturnType<typeof openCopy>) | null = null
  const finish = async () => {
    const done = current
    current = null
    if (done) loaded[done.name] = await done.finish()
  }
  return {
    async load(entry: TarEntry, name: string): Promise<void> {
      if (current?.name !== name) await finish()
      const shape = shapes.get(name)
      if (!shape) throw new Error(`The backup holds a table ${name} that it does not list.`)
      current ??= { name, ...openCopy(client, shape) }
      for await (const chunk of entry.content) await current.write(chunk)
    },
    async finish(): Promise<Manifest['tables']> {
      await finish()
      return loaded
    },
  }
}

function openCopy(client: Client, shape: TableShape) {
  const copy = client.query(copyFrom(`COPY ${identifierOf(shape)} (${columnsOf(shape)}) FROM STDIN`))
  const metered = createMeter()
  // Watched from the start: PostgreSQL may refuse a row while the next part is still being read.
  const ended = finished(copy)
  ended.catch(() => undefined)
  return {
    async write(chunk: Buffer): Promise<void> {
      if (copy.write(metered.add(chunk))) return
      await Promise.race([once(copy, 'drain'), ended])
    },
    async finish() {
      copy.end()
      await ended
      return { ...metered.result(), rows: copy.rowCount }
    },
  }
}

const PLAIN_NAME = /^(?!\.{1,2}$)[\w.-]+$/

async function storeFile(entry: TarEntry, draft: string, path: string[]): Promise<Hashed> {
  if (path.length === 0 || !path.every((part) => PLAIN_NAME.test(part))) {
    throw new Error(`The backup holds a file with the impossible name ${entry.name}.`)
  }
  const target = join(draft, ...path)
  await mkdir(dirname(target), { recursive: true })
  const metered = createMeter()
  const read = async function* () {
    for await (const chunk of entry.content) yield metered.add(chunk)
  }
  await pipeline(read, createWriteStream(target, { mode: 0o600 }))
  return metered.result()
}

function compare(expected: Manifest | null, found: Manifest): void {
  if (!expected) throw new Error('The backup ends before its manifest: it was cut off. Take another copy of it.')
  for (const kind of ['tables', 'files'] as const) {
    const names = new Set([...Object.keys(expected[kind]), ...Object.keys(found[kind])])
    for (const name of names) {
      const [wanted, got] = [expected[kind][name], found[kind][name]]
      const isSame = wanted?.sha256 === got?.sha256 && wanted?.bytes === got?.bytes
      if (!isSame) throw new Error(`The backup is damaged: ${name} is not what was written. Take another copy of it.`)
    }
  }
}
