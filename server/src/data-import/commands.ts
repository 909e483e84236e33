import type { FastifyRequest } from 'fastify'
import {
  type DataImportView,
  type ImportMapping,
  type ImportSource,
  MAX_IMPORT_BYTES,
} from '#contracts/data-import/data-import.ts'
import type { DataImportId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { recordAuditIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { pendingFiles } from '#server/platform/files/pending.ts'
import { receiveFile } from '#server/platform/files/receive.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { listMembersIn, recordActivity } from '#server/tenant/service.ts'
import { listActiveFields } from '#server/ticket/service.ts'
import { checkImport, readImportFile, undoImportJob, writeImport } from './jobs.ts'
import { publishImports } from './live-events.ts'
import { IMPORT_DATA } from './policy.ts'
import { canGoOn, canUndo, hasBegun } from './present.ts'
import {
  AT_WORK,
  countKept,
  deleteFoundSkips,
  deleteImport,
  findBusyImport,
  hasRecords,
  insertImport,
  lockImports,
  updateImport,
} from './queries.ts'
import { getImportRow, viewImport } from './reads.ts'
import type { DataImportRow } from './schema.ts'
import { SOURCE_NAMES } from './source-names.ts'

/** Who asks: where the request comes from, and their language. */
export type Caller = { actor: Member; address: string | null; requestId: string | null; language: Language }

/** Begins an import. The same id again is the same import. */
export const createImport = (
  tenant: Tenant,
  { actor, language }: Caller,
  { id, source }: { id: DataImportId; source: ImportSource },
): Promise<DataImportView> => {
  requireRole(actor, IMPORT_DATA)
  return createOnce(tenant, {
    create: async (t) => {
      const by = { createdBy: actor.userId, createdByName: actor.name, createdAt: t.now, changedAt: t.now }
      await insertImport(t, { tenantId: t.tenantId, id, source, ...by })
      publishImports(t)
      return viewImport(t, id, language)
    },
    findSame: async (t) => {
      const row = await getImportRow(t, id)
      return row.source === source ? viewImport(t, id, language) : null
    },
    conflict: () => conflict(m.error_data_import_id_taken),
  })
}

/**
 * Stores the export of an import and queues its reading. Throws conflict where the import has a file already, and while another one is at work.
 */
export async function uploadExport(
  tenant: Tenant,
  caller: Caller,
  id: DataImportId,
  request: FastifyRequest,
): Promise<DataImportView> {
  requireRole(caller.actor, IMPORT_DATA)
  const files = pendingFiles(tenant.platform)
  // Before a gigabyte is received for nothing.
  await tenant.read(async (t) => {
    requireNew(await getImportRow(t, id))
    await requireIdle(t, id)
    await requireRoom(t)
  })
  const stored = await receiveFile(files, request, { isOpaque: true, maxBytes: MAX_IMPORT_BYTES })
  try {
    return await tenant.tx(async (t) => {
      await lockImports(t)
      requireNew(await getImportRow(t, id, 'forUpdate'))
      await requireIdle(t, id)
      await requireRoom(t)
      const file = { fileKey: stored.key, name: stored.name, size: stored.size, total: 2 * stored.size }
      await updateImport(t, id, { ...file, status: 'reading' })
      await files.keep(t.sql)
      await t.enqueue(readImportFile, { tenantId: t.tenantId, importId: id })
      publishImports(t)
      return viewImport(t, id, caller.language)
    })
  } catch (error) {
    await files.discard()
    throw error
  }
}

function requireNew({ status }: DataImportRow): void {
  if (status !== 'new') throw conflict(m.error_data_import_has_file)
}

/** Uploads that wait to be imported, each of a gigabyte at most. */
const MOST_KEPT = 3

async function requireRoom(t: Tx): Promise<void> {
  if ((await countKept(t)) >= MOST_KEPT) throw conflict(text(m.error_data_import_many, { max: MOST_KEPT }))
}

async function requireIdle(t: Tx, id: DataImportId): Promise<void> {
  if (await findBusyImport(t, id)) throw conflict(m.error_data_import_busy)
}

/** Stores what the values of the export become. Throws not_found for a member or field that the business does not have. */
export const saveMapping = (
  tenant: Tenant,
  { actor, language }: Caller,
  id: DataImportId,
  mapping: ImportMapping,
): Promise<DataImportView> =>
  tenant.tx(async (t) => {
    requireRole(actor, IMPORT_DATA)
    const row = await getImportRow(t, id, 'forUpdate')
    if (row.status !== 'ready' && row.status !== 'checked') throw conflict(m.error_data_import_not_ready)
    await requireKnown(t, mapping)
    await deleteFoundSkips(t, id)
    await updateImport(t, id, { mapping, status: 'ready', checkReport: null })
    publishImports(t)
    return viewImport(t, id, language)
  })

async function requireKnown(t: Tx, { assignees, fields }: ImportMapping): Promise<void> {
  const [members, known] = await Promise.all([listMembersIn(t), listActiveFields(t)])
  const isMember = (id: string | null) => id === null || members.some(({ userId }) => userId === id)
  const isField = (id: string | null) => id === null || known.some((field) => field.id === id)
  if (!Object.values(assignees).every(isMember)) throw notFound('member')
  if (!Object.values(fields).every(isField)) throw notFound('field')
}

/** Starts the dry run. Again while it runs it changes nothing. */
export const startCheck = (tenant: Tenant, caller: Caller, id: DataImportId): Promise<DataImportView> =>
  start(tenant, caller, id, {
    isAt: 'checking',
    isPossible: ({ status, recordsKey }) => recordsKey !== null && (status === 'ready' || status === 'checked'),
    begin: async (t) => {
      await updateImport(t, id, { status: 'checking', checkReport: null, done: 0, reason: null })
      await t.enqueue(checkImport, { tenantId: t.tenantId, importId: id })
    },
  })

/** Starts the import after its dry run, or goes on with one that was cancelled or broke off. */
export const startRun = (tenant: Tenant, caller: Caller, id: DataImportId): Promise<DataImportView> =>
  start(tenant, caller, id, {
    isAt: 'running',
    isPossible: canGoOn,
    begin: async (t, row) => {
      // What the dry run would have left out is found anew.
      if (!hasBegun(row)) await deleteFoundSkips(t, id)
      await updateImport(t, id, {
        status: 'running',
        reason: null,
        finishedAt: null,
        ...(hasBegun(row) ? {} : { done: 0 }),
      })
      await t.enqueue(writeImport, { tenantId: t.tenantId, importId: id })
      await record(t, caller, row, 'data_import_started', m.activity_data_import_started)
    },
  })

type Start = {
  isAt: DataImportRow['status']
  isPossible(row: DataImportRow): boolean
  begin(t: Tx, row: DataImportRow): Promise<void>
}

const start = (tenant: Tenant, { actor, language }: Caller, id: DataImportId, how: Start): Promise<DataImportView> =>
  tenant.tx(async (t) => {
    requireRole(actor, IMPORT_DATA)
    await lockImports(t)
    const row = await getImportRow(t, id, 'forUpdate')
    if (row.status === how.isAt) return viewImport(t, id, language)
    if (!how.isPossible(row)) throw conflict(m.error_data_import_not_ready)
    await requireIdle(t, id)
    await how.begin(t, row)
    publishImports(t)
    return viewImport(t, id, language)
  })

async function record(t: Tx, caller: Caller, row: DataImportRow, action: string, entry: ActivityText): Promise<void> {
  const { actor, address, requestId } = caller
  await recordAuditIn(t, {
    ...{ address, requestId, action },
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    detail: { importId: row.id, source: row.source, name: row.name },
  })
  const inputs = { source: SOURCE_NAMES[row.source], name: row.name.slice(0, 120) }
  await recordActivity(t, actor, { action: text(entry, inputs), type: 'data_import' })
}

type ActivityText = typeof m.activity_data_import_started

/** Stops a dry run, or an import behind the batch that it is at. */
export const cancelImport = (tenant: Tenant, caller: Caller, id: DataImportId): Promise<DataImportView> =>
  tenant.tx(async (t) => {
    requireRole(caller.actor, IMPORT_DATA)
    const row = await getImportRow(t, id, 'forUpdate')
    if (row.status === 'checking') await updateImport(t, id, { status: 'ready', done: 0 })
    if (row.status === 'running') {
      await updateImport(t, id, { status: 'cancelled', finishedAt: t.now })
      await record(t, caller, row, 'data_import_cancelled', m.activity_data_import_cancelled)
    }
    publishImports(t)
    return viewImport(t, id, caller.language)
  })

/** Takes an import back. Throws invalid_input unless the name of its file was typed. */
export const undoImport = (
  tenant: Tenant,
  caller: Caller,
  id: DataImportId,
  confirmation: string,
): Promise<DataImportView> =>
  start(tenant, caller, id, {
    isAt: 'undoing',
    isPossible: canUndo,
    begin: async (t, row) => {
      requireConfirmed(row, confirmation)
      const total = await countRecords(t, id)
      await updateImport(t, id, {
        status: 'undoing',
        removed: 0,
        kept: 0,
        done: 0,
        total,
        finishedAt: null,
        reason: null,
      })
      await t.enqueue(undoImportJob, { tenantId: t.tenantId, importId: id })
      await record(t, caller, row, 'data_import_undo_started', m.activity_data_import_undone)
    },
  })

function requireConfirmed({ name }: DataImportRow, typed: string): void {
  const plain = (given: string) => given.trim().toLowerCase()
  const wrong: Text = text(m.error_data_import_confirmation_name, { name })
  if (plain(typed) !== plain(name)) throw invalid({ 'body.confirmation': wrong })
}

const countRecords = async (t: Tx, id: DataImportId): Promise<number> =>
  (
    await t.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM data_import_record WHERE tenant_id = $1 AND import_id = $2 AND NOT is_kept',
      [t.tenantId, id],
    )
  )[0]?.count ?? 0

/** Deletes an import that added nothing, with its files. */
export async function removeImport(tenant: Tenant, { actor }: Caller, id: DataImportId): Promise<{ deleted: true }> {
  const keys = await tenant.tx(async (t) => {
    requireRole(actor, IMPORT_DATA)
    const row = await getImportRow(t, id, 'forUpdate')
    if (AT_WORK.includes(row.status) || (await hasRecords(t, id))) throw conflict(m.error_data_import_not_deletable)
    await deleteImport(t, id)
    publishImports(t)
    return [row.fileKey, row.recordsKey]
  })
  for (const key of keys) if (key) await tenant.platform.files.remove(key)
  return { deleted: true }
}
