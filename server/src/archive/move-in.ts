import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, type Gunzip } from 'node:zlib'
import type { TenantId, TicketId, UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { accountOfMovedMember, recordAuditIn } from '#server/identity/service.ts'
import { RunFailure } from '#server/platform/data-runs/run.ts'
import { analyzeGrown } from '#server/platform/db/analyze-grown.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import { type PendingFiles, pendingFiles } from '#server/platform/files/pending.ts'
import { readEntries, type TarEntry } from '#server/platform/files/tar.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { chooseSlug, createTenantIn, invalidatePortal } from '#server/tenant/service.ts'
import { indexNewTickets, indexWordsLater } from '#server/ticket/service.ts'
import { HEAD_FILE, Head, MANIFEST_FILE, Manifest } from './archive-format.ts'
import { beUnhurried, contentHashOf, GONE, replacePeople, storageKeyOf, withStorageKey } from './rows.ts'
import { FILLED_IN, inLoadingOrder, listTakenTables, type TableShape } from './tables.ts'
import type { Report } from './take-out.ts'

/** Rows that one statement writes. */
const BATCH = 500

export type MovedIn = { tenantId: TenantId; slug: string; contentHash: string; rows: number }
/** `by`: whom the audit log names. */
export type MoveIn = { archive: Readable; tenantId?: TenantId; by: string }

/**
 * Makes a new business of an archive, completely or not at all: the rows are committed after every hash of the manifest matched, and the
 * business as it is stored here has the archive's content hash. Throws RunFailure with what is wrong.
 */
export async function moveIn(platform: Platform, given: MoveIn, report: Report): Promise<MovedIn> {
  const tenant = tenantOf(platform, given.tenantId ?? (randomUUID() as TenantId))
  const files = pendingFiles(platform)
  try {
    const moved = await tenant.tx((t) => load(t, tenant, { ...given, report, files }))
    // It may just have been asked for, and kept that there is none.
    invalidatePortal(platform, moved.slug)
    await report.say(text(m.move_in_done, { slug: moved.slug, hash: moved.contentHash }))
    return moved
  } catch (error) {
    await files.discard()
    throw asFailure(error)
  }
}

function asFailure(error: unknown): unknown {
  if (error instanceof RunFailure) return error
  // The reader of the archive gives what was thrown below it as the cause.
  if (error instanceof Error && error.cause instanceof RunFailure) return error.cause
  const isSystem = error instanceof AppError || (error as NodeJS.ErrnoException | null)?.syscall !== undefined
  const isDamage =
    error instanceof Error &&
    (error.name === 'ZodError' || error instanceof SyntaxError || error.message.startsWith(DAMAGED))
  return isDamage && !isSystem ? new RunFailure(m.move_in_damaged, error) : error
}

/** What an archive is called in errors of the tar reader. */
const DAMAGED = 'This is not an archive of a business'

type Loading = MoveIn & { report: Report; files: PendingFiles }

async function load(t: Tx, tenant: Tenant, { archive, by, report, files }: Loading): Promise<MovedIn> {
  await beUnhurried(t)
  await indexWordsLater(t)
  const entries = openArchive(archive)
  const head = Head.parse(JSON.parse(await textOf(await firstOf(entries))))
  const shapes = await listTakenTables(t)
  requireSameTables(shapes, head)
  const slug = await chooseSlug(t, { name: head.name, email: 'owner@moved.invalid', variant: 'simple' })
  await createTenantIn(t, { slug, name: head.name })
  const people = await accountsOf(t, head)
  const loader = createLoader(t, { head, shapes, people, files, report })
  let manifest: Manifest | null = null
  for await (const entry of entries) {
    if (entry.name === MANIFEST_FILE) manifest = Manifest.parse(JSON.parse(await textOf(entry)))
    else await loader.take(entry)
  }
  if (!manifest) throw new RunFailure(m.move_in_cut_off)
  compareFiles(manifest.files, loader.seen)
  await loader.finish()
  const contentHash = await contentHashOf(t, tenant.platform.files, shapes)
  if (contentHash !== manifest.contentHash) throw new RunFailure(m.move_in_other_hash)
  await files.keep(t.sql)
  await recordAuditIn(t, {
    action: 'business_moved_in',
    actor: { kind: 'system' },
    address: null,
    requestId: null,
    detail: { slug, from: head.slug, contentHash, by },
  })
  return { tenantId: t.tenantId, slug, contentHash, rows: loader.rows() }
}

function openArchive(source: Readable): AsyncGenerator<TarEntry> {
  const gunzip = createGunzip()
  // An error of either stream is thrown where gunzip is read.
  pipeline(source, gunzip).catch(() => undefined)
  return readEntries(limited(gunzip), DAMAGED)
}

/** What an archive unpacks to at most: so many times what was read of it, beyond a beginning. Text is packed to a tenth, a bomb to a thousandth. */
const MOST_TIMES = 100
const BEGINNING_BYTES = 64 * 1024 * 1024

async function* limited(gunzip: Gunzip): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BEGINNING_BYTES + MOST_TIMES * gunzip.bytesWritten) throw new RunFailure(m.move_in_too_large)
    yield chunk
  }
}

async function firstOf(entries: AsyncGenerator<TarEntry>): Promise<TarEntry> {
  const { value } = await entries.next()
  if (value?.name !== HEAD_FILE) throw new RunFailure(m.move_in_damaged)
  return value
}

/** Largest text of an archive: one part of a table ends after 512 kB, or with the row that is larger. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024

/** Throws for a text that is larger than a take-out writes, before it is read: unpacked it could fill the memory. */
async function textOf(entry: TarEntry): Promise<string> {
  if (entry.size > MOST_TEXT_BYTES) throw new RunFailure(m.move_in_damaged)
  const chunks: Buffer[] = []
  for await (const chunk of entry.content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function requireSameTables(shapes: readonly TableShape[], head: Head): void {
  const here = shapes.map(({ name, columns }) => `${name} ${[...columns].sort().join(',')}`)
  const there = head.tables.map(({ name, columns }) => `${name} ${[...columns].sort().join(',')}`)
  if (here.join('\n') !== there.join('\n'))
    throw new RunFailure(text(m.move_in_other_version, { version: head.version }))
}

/** The accounts here by the ids of the people there; who left keeps the id. */
async function accountsOf(t: Tx, head: Head): Promise<Map<string, string>> {
  const accounts = new Map<string, string>()
  for (const { id, email, name, isFormer } of head.people) {
    if (isFormer) continue
    const account = await accountOfMovedMember(t, { id: id as UserId, email, name, now: t.now })
    if (account !== id) accounts.set(id, account)
  }
  return accounts
}

type Loader = {
  head: Head
  shapes: readonly TableShape[]
  people: ReadonlyMap<string, string>
  files: PendingFiles
  report: Report
}

function createLoader(t: Tx, { head, shapes, people, files, report }: Loader) {
  const seen: Manifest['files'] = {}
  const keys = new Map<string, string>()
  const known = replacePeople(people)
  const byName = new Map(inLoadingOrder(shapes).map((shape) => [shape.name, shape]))
  const later: { shape: TableShape; lines: string[] }[] = []
  const total = head.tables.reduce((sum, { rows }) => sum + rows, 0)
  let rows = 0
  let current = { table: '', rows: 0 }
  /** What refers to the rows of a table is loaded after all of them. */
  const begin = async (table: string) => {
    if (current.table === table) return
    await analyzeGrown(t, [current.table], current.rows)
    current = { table, rows: 0 }
  }
  const loadPart = async (name: string, entry: TarEntry) => {
    const shape = byName.get(name)
    if (!shape) throw new RunFailure(m.move_in_damaged)
    await begin(name)
    const content = await textOf(entry)
    seen[entry.name] = { bytes: entry.size, sha256: createHash('sha256').update(content).digest('hex') }
    const lines = known(content).split('\n').filter(Boolean)
    const placed = shape.hasFiles ? lines.map((line) => placeFile(line, shape, keys)) : lines
    for (let at = 0; at < placed.length; at += BATCH) await insertRows(t, shape, placed.slice(at, at + BATCH))
    if (shape.ownReferences.length > 0) later.push({ shape, lines: placed.filter((line) => refersToOwn(line, shape)) })
    rows += lines.length
    current.rows += lines.length
    await report.progress(rows, total)
  }
  return {
    seen,
    rows: () => rows,
    take: async (entry: TarEntry) => {
      const [kind, table = '', id = ''] = entry.name.split('/')
      if (kind === 'tables') return loadPart(table, entry)
      if (kind !== 'attachments') return
      const hash = createHash('sha256')
      const hashed = async function* () {
        for await (const chunk of entry.content) {
          hash.update(chunk)
          yield chunk
        }
      }
      const { key } = await files.put(Readable.from(hashed()), { isOpaque: true, maxBytes: entry.size })
      const sha256 = hash.digest('hex')
      seen[entry.name] = { bytes: entry.size, sha256 }
      keys.set(`${table}/${id}`, key)
    },
    finish: async () => {
      for (const { shape, lines } of later) await setOwnReferences(t, shape, lines)
    },
  }
}

function placeFile(line: string, { name }: TableShape, keys: ReadonlyMap<string, string>): string {
  const key = storageKeyOf(line)
  if (!key || key === GONE) return line
  const { id } = JSON.parse(line) as { id: string }
  const placed = keys.get(`${name}/${id}`)
  if (!placed) throw new RunFailure(m.move_in_damaged)
  return withStorageKey(line, placed)
}

const refersToOwn = (line: string, { ownReferences }: TableShape): boolean => {
  const row = JSON.parse(line) as Record<string, unknown>
  return ownReferences.some((column) => row[column] !== null)
}

/** Writes rows; references to rows of the same table follow once all of it is there. */
async function insertRows(t: Tx, shape: TableShape, lines: readonly string[]): Promise<void> {
  const json = `[${lines.join(',')}]`
  if (shape.name === 'tenant') {
    const columns = shape.columns.join(', ')
    await t.sql(
      `UPDATE tenant SET (${columns}) = (SELECT ${columns} FROM jsonb_populate_recordset(NULL::tenant, $2::jsonb)) WHERE id = $1`,
      [t.tenantId, json],
    )
    return
  }
  const filled = FILLED_IN[shape.name] ?? {}
  const names = ['tenant_id', ...shape.columns, ...Object.keys(filled)]
  const values = ['$1', ...shape.columns.map((one) => (shape.ownReferences.includes(one) ? 'NULL' : `r.${one}`))]
  await t.sql(
    `INSERT INTO ${shape.name} (${quoted(names)}) SELECT ${[...values, ...Object.values(filled)].join(', ').replace(/r\.(\w+)/g, 'r."$1"')}
     FROM jsonb_populate_recordset(NULL::${shape.name}, $2::jsonb) r`,
    [t.tenantId, json],
  )
  if (shape.name === 'ticket') await indexNewTickets(t, lines.map(idOf))
  // What triggers have left for the end of the transaction is done now, so that no statement takes long.
  await t.sql('SET CONSTRAINTS ALL IMMEDIATE')
  await t.sql('SET CONSTRAINTS ALL DEFERRED')
}

const idOf = (line: string) => (JSON.parse(line) as { id: TicketId }).id

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

async function setOwnReferences(t: Tx, shape: TableShape, lines: readonly string[]): Promise<void> {
  const set = shape.ownReferences.map((column) => `${column} = r.${column}`).join(', ')
  for (let at = 0; at < lines.length; at += BATCH) {
    await t.sql(
      `UPDATE ${shape.name} x SET ${set} FROM jsonb_populate_recordset(NULL::${shape.name}, $2::jsonb) r WHERE x.tenant_id = $1 AND x.id = r.id`,
      [t.tenantId, `[${lines.slice(at, at + BATCH).join(',')}]`],
    )
  }
}

function compareFiles(expected: Manifest['files'], seen: Manifest['files']): void {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(seen)])) {
    const [wanted, found] = [expected[name], seen[name]]
    if (wanted?.sha256 !== found?.sha256 || wanted?.bytes !== found?.bytes)
      throw new RunFailure(text(m.move_in_changed_file, { name }))
  }
}
