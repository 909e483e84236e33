import { Readable } from 'node:stream'
import type { DataImportId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { pendingFiles } from '#server/platform/files/pending.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import type { Text } from '#server/platform/text/message.ts'
import { storedText } from '#server/platform/text/stored-text.ts'
import { listMembersIn } from '#server/tenant/service.ts'
import { listActiveFields } from '#server/ticket/service.ts'
import { publishImports } from './live-events.ts'
import { proposeMapping } from './mapping/propose-mapping.ts'
import { AT_WORK, findImport, insertSkips, updateImport } from './queries.ts'
import { type Converted, convertExport } from './reading/convert-export.ts'
import { MAX_UNPACKED_BYTES } from './reading/limits.ts'
import { UnreadableExportError } from './reading/unreadable-export-error.ts'
import type { DataImportRow, DataImportSkipRow } from './schema.ts'
import { READERS } from './sources/readers.ts'
import { uploadOf } from './upload-of.ts'

const REPORT_EVERY_MS = 1000

/** Reads the uploaded file of an import: what it has, and its records in the one form of all sources. */
export async function readExport(platform: Platform, tenant: Tenant, id: DataImportId): Promise<void> {
  const row = await tenant.read((t) => findImport(t, id))
  if (row?.status !== 'reading' || !row.fileKey) return
  const upload = uploadOf(platform.files, { ...row, fileKey: row.fileKey })
  const stop = reportReading(tenant, id, upload.read)
  const conversion = convertExport(upload, READERS[row.source]())
  const files = pendingFiles(platform)
  try {
    const lines = Readable.from(conversion.lines(), { objectMode: false })
    const stored = await files.put(lines, { isOpaque: true, maxBytes: 2 * MAX_UNPACKED_BYTES })
    const isStored = await tenant.tx(async (t) => {
      const isWanted = await storeRecords(t, row, { recordsKey: stored.key, converted: conversion.result() })
      if (isWanted) await files.keep(t.sql)
      return isWanted
    })
    if (!isStored) await files.discard()
  } catch (error) {
    await files.discard()
    const reason = reasonOf(error)
    if (!reason) throw error
    platform.log.info({ err: error, importId: id }, 'an export could not be read')
    await failImport(tenant, id, reason, conversion.result())
  } finally {
    stop()
  }
  await removeFiles(platform, tenant, id)
}

/** A file without any record is empty for the store. */
function reasonOf(error: unknown): Text | null {
  if (error instanceof UnreadableExportError) return error.text
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'invalid_input' ? m.data_import_unreadable_nothing : null
}

/** Whether it was stored: another process may have been faster. */
async function storeRecords(
  t: Tx,
  { id }: DataImportRow,
  { recordsKey, converted }: { recordsKey: string; converted: Converted },
): Promise<boolean> {
  const row = await findImport(t, id, 'forUpdate')
  if (row?.status !== 'reading') return false
  const [members, fields] = await Promise.all([listMembersIn(t), listActiveFields(t)])
  const { content } = converted
  const { customer, article, macro, ticket } = content.counts
  const mapping = proposeMapping(content, { members, fields })
  const total = customer + article + macro + ticket
  await insertUnread(t, row, converted)
  await updateImport(t, id, { status: 'ready', recordsKey, content, mapping, done: 0, total })
  publishImports(t)
  return true
}

async function insertUnread(t: Tx, { id }: DataImportRow, { unread, unreadCount }: Converted): Promise<void> {
  const rows = unread.flatMap(({ reason, ...one }, index): DataImportSkipRow[] => {
    const stored = storedText(reason)
    return stored
      ? [{ ...one, tenantId: t.tenantId, importId: id, ordinal: index - unread.length, reason: stored }]
      : []
  })
  for (let at = 0; at < rows.length; at += 1000) await insertSkips(t, rows.slice(at, at + 1000))
  await updateImport(t, id, { skippedCount: unreadCount })
}

export const failImport = (tenant: Tenant, id: DataImportId, reason: Text, converted?: Converted): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await findImport(t, id, 'forUpdate')
    if (!row || !AT_WORK.includes(row.status)) return
    if (converted) await insertUnread(t, row, converted)
    await updateImport(t, id, { status: 'failed', reason: storedText(reason), finishedAt: t.now })
    publishImports(t)
  })

/** Stores how far the reading is, each second. The export is read twice. */
function reportReading(tenant: Tenant, id: DataImportId, read: () => number): () => void {
  let isWriting = false
  const timer = setInterval(() => {
    if (isWriting) return
    isWriting = true
    const stored = tenant.tx(async (t) => {
      const row = await findImport(t, id, 'forUpdate')
      if (row?.status !== 'reading') return
      await updateImport(t, id, { done: Math.min(2 * row.size, read()), total: 2 * row.size })
      publishImports(t)
    })
    stored
      .catch((error: unknown) => tenant.platform.log.debug({ err: error }, 'the progress of an import was not stored'))
      .finally(() => {
        isWriting = false
      })
  }, REPORT_EVERY_MS)
  return () => clearInterval(timer)
}

/** Removes the files that an import no longer needs: the upload once it is read, its records once the import has ended. */
export async function removeFiles(platform: Platform, tenant: Tenant, id: DataImportId): Promise<void> {
  const keys = await tenant.tx(async (t) => {
    const row = await findImport(t, id, 'forUpdate')
    if (!row) return []
    const needsUpload = row.status === 'reading'
    const needsRecords = !['done', 'undone', 'undoing'].includes(row.status)
    const gone = { ...(needsUpload ? {} : { fileKey: null }), ...(needsRecords ? {} : { recordsKey: null }) }
    if (Object.keys(gone).length > 0) await updateImport(t, id, { ...gone, changedAt: row.changedAt })
    return [needsUpload ? null : row.fileKey, needsRecords ? null : row.recordsKey]
  })
  for (const key of keys) if (key) await platform.files.remove(key)
}
