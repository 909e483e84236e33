import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ImportId } from '#contracts/ids.ts'
import type { ImportView, importPage, startImport } from '#contracts/knowledge/import.ts'
import * as m from '#i18n/messages.js'
import { emitFaqsChanged } from '#server/knowledge/faqs/emit-faqs-changed.ts'
import { deleteImportedFaqRows } from '#server/knowledge/faqs/queries.ts'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce } from '#server/platform/db/create-once.ts'
import { AppError, conflict, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { stripControl } from '#server/platform/text/text.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { parseFaqCsv, UnreadableCsvError } from './csv.ts'
import { importFaqs, readHelpPage } from './jobs.ts'
import { flagKnownQuestions } from './known-questions.ts'
import { deleteAbandonedImports, deleteImport, insertImport, markImportRunning } from './queries.ts'
import { getImportRow, presentImport } from './reads.ts'

const MAX_BYTES = 5 * 1024 * 1024
/** What a form has at most beside its file. */
const FORM_BYTES = 64 * 1024
const TOO_LARGE = m.error_import_too_large
const ABANDONED_AFTER_MS = 7 * 86_400_000

/** Parses the CSV file of a request and stores its rows as a preview. No FAQ is created yet. */
export async function createCsvImport(tenant: Tenant, actor: Member, request: FastifyRequest): Promise<ImportView> {
  requireRole(actor, EDIT_KNOWLEDGE)
  const { name, bytes } = await receiveCsv(request)
  const { rows, faults } = await parseFaqCsv(bytes).catch((error: unknown) => {
    throw error instanceof UnreadableCsvError ? invalid({ 'body.file': error.text }) : error
  })
  const id = ImportId.parse(crypto.randomUUID())
  return tenant.tx(async (t) => {
    await deleteAbandonedImports(t, new Date(t.now.getTime() - ABANDONED_AFTER_MS))
    const known = await flagKnownQuestions(t, rows)
    const words = { kind: 'csv', name, status: 'ready', rows: known, faults, total: known.length } as const
    await insertImport(t, { id, ...words, ...createdBy(actor), createdAt: t.now })
    return presentImport(t, await getImportRow(t, id))
  })
}

const createdBy = (actor: Member) => ({ createdBy: actor.userId, createdByName: actor.name })

async function receiveCsv(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw new AppError('unsupported', m.error_not_multipart)
  let isTruncated = () => false
  try {
    // One byte more than is allowed, so that a file that is too large is detected here.
    const part = await request.file({ limits: { files: 1, fileSize: MAX_BYTES + 1 } })
    isTruncated = () => part?.file.truncated ?? false
    if (part?.fieldname !== 'file') throw invalid({ 'body.file': m.error_import_choose_file })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BYTES) throw new AppError('too_large', TOO_LARGE)
      chunks.push(chunk)
    }
    const name = stripControl(part.filename ?? '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim()
      .slice(0, 200)
      .toWellFormed()
    return { name: name || 'file.csv', bytes: Buffer.concat(chunks) }
  } catch (error) {
    if (error instanceof AppError) throw error
    // The form may end, incomplete, before as many bytes of the file were read here as are too many.
    const isTooLarge = isTruncated() || Number(request.headers['content-length']) > MAX_BYTES + FORM_BYTES
    throw isTooLarge
      ? new AppError('too_large', TOO_LARGE, { cause: error })
      : new AppError('invalid_input', m.error_import_incomplete, { cause: error })
  }
}

/** Creates an import of a public help page, which is fetched in the background. A repeated request gives the same import. */
export const createPageImport = (
  tenant: Tenant,
  actor: Member,
  given: z.output<typeof importPage.body>,
): Promise<ImportView> =>
  createOnce(tenant, {
    create: async (t) => {
      requireRole(actor, EDIT_KNOWLEDGE)
      const page = { kind: 'page', name: given.url, status: 'reading' } as const
      await insertImport(t, { id: given.id, ...page, ...createdBy(actor), createdAt: t.now })
      await t.enqueue(readHelpPage, { tenantId: t.tenantId, importId: given.id })
      return presentImport(t, await getImportRow(t, given.id))
    },
    findSame: async (t) => {
      const head = await getImportRow(t, given.id)
      return head.kind === 'page' && head.name === given.url ? presentImport(t, head) : null
    },
    conflict: () => conflict(m.error_import_id_taken),
  })

/** Starts the import of the preview's rows in the background. No effect on an import that is running or done. */
export const startFaqImport = (
  tenant: Tenant,
  actor: Member,
  id: ImportId,
  how: z.output<typeof startImport.body>,
): Promise<ImportView> =>
  tenant.tx(async (t) => {
    const head = await getImportRow(t, id, 'forUpdate')
    requireRole(actor, EDIT_KNOWLEDGE)
    if (head.status === 'running' || head.status === 'done') return presentImport(t, head)
    if (head.status !== 'ready') throw conflict(m.error_import_nothing_ready)
    // FAQs from a page stay drafts until a person publishes them.
    await markImportRunning(t, id, { ...how, isPublished: how.isPublished && head.kind === 'csv' })
    await t.enqueue(importFaqs, { tenantId: t.tenantId, importId: id })
    await recordActivity(t, actor, {
      action: text(m.activity_faqs_imported, { name: head.name.slice(0, 120) }),
      type: 'knowledge',
    })
    return presentImport(t, await getImportRow(t, id))
  })

/** Deletes an import and the FAQs it added that nobody changed since; gives how many FAQs were deleted. */
export const undoFaqImport = (tenant: Tenant, actor: Member, id: ImportId): Promise<{ deleted: number }> =>
  tenant.tx(async (t) => {
    const head = await getImportRow(t, id, 'forUpdate')
    requireRole(actor, EDIT_KNOWLEDGE)
    if (head.status === 'running') throw conflict(m.error_import_running)
    const deleted = await deleteImportedFaqRows(t, id)
    await deleteImport(t, id)
    if (deleted === 0) return { deleted }
    await recordActivity(t, actor, {
      action: text(m.activity_import_undone, { name: head.name.slice(0, 120) }),
      type: 'knowledge',
    })
    await emitFaqsChanged(t, { change: 'deleted', faqId: null })
    return { deleted }
  })
