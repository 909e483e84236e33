import { z } from 'zod'
import { DocumentId, TenantId } from '#contracts/ids.ts'
import type { DocumentFailure } from '#contracts/knowledge/document.ts'
import { documentsChanged } from '#server/knowledge/events.ts'
import { parseInThread } from '#server/knowledge/parsing/parser-thread.ts'
import type { ParsedDocument } from '#server/knowledge/parsing/types.ts'
import { UnreadableError } from '#server/knowledge/parsing/unreadable-error.ts'
import { job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { forEachFound } from '#server/platform/jobs/recurring-jobs.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { loadDocumentBytes } from './document-source.ts'
import { findDocument, type ListedDocument, replaceDocumentPassages, updateDocument } from './queries.ts'

/** How often a screen is told how far a reading is. */
const TELL_EVERY_MS = 400

const Reading = z.object({ tenantId: TenantId, documentId: DocumentId })
type Reading = z.output<typeof Reading>

/**
 * Reads a document that waits for it, from text, file or page, and makes it quotable, or failed with the reason. Each reading has a
 * thread of its own; two at a time in a process, so that one that drags on does not hold up all others.
 */
export const processDocument = job({
  name: 'knowledge.readDocument',
  payload: Reading,
  attempts: 2,
  timeoutSeconds: 120,
  concurrency: 2,
  run: async (platform: Platform, { tenantId, documentId }: Reading) => {
    const tenant = tenantOf(platform, tenantId)
    const document = await tenant.read((t) => findDocument(t, documentId))
    if (document?.status !== 'processing') return
    try {
      const source = await loadDocumentBytes(tenant, document)
      const read = await parseInThread(source, { report: teller(tenant, documentId) })
      await keep(tenant, document, read)
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error
      platform.log.info({ reason: error.reason, documentId }, 'a document could not be read')
      await fail(tenant, documentId, error.reason)
    }
  },
  onGivenUp: (platform, { tenantId, documentId }) => fail(tenantOf(platform, tenantId), documentId, 'broken'),
})

const keep = (tenant: Tenant, document: ListedDocument, read: ParsedDocument): Promise<void> =>
  tenant.tx(async (t) => {
    const { content, pages } = read
    const language = read.language ?? document.language
    // A page that was given no name is called by its address until its title is known.
    const name =
      document.source === 'url' && document.name === document.origin ? (read.title ?? document.name) : document.name
    const done = {
      name: name.slice(0, 200).toWellFormed(),
      content,
      size: content.length,
      language,
      pages,
      failure: null,
      progress: 100,
      processedAt: t.now,
    }
    // Deleted meanwhile: nothing is left to be kept.
    if (!(await updateDocument(t, document.id, { ...done, status: 'active' }, 'processing'))) return
    await replaceDocumentPassages(t, document.id, read.passages)
    await t.emit(documentsChanged, { change: 'processed', documentId: document.id })
  })

const fail = (tenant: Tenant, id: DocumentId, failure: DocumentFailure): Promise<void> =>
  tenant.tx(async (t) => {
    await updateDocument(t, id, { status: 'failed', failure, processedAt: t.now }, 'processing')
  })

/** Writes down how far the reading is, now and then; a fault in that is no fault of the reading. */
function teller(tenant: Tenant, id: DocumentId) {
  let toldAt = performance.now()
  return (progress: number) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    const told = tenant.tx((t) => updateDocument(t, id, { progress: Math.min(99, progress) }, 'processing'))
    told.catch((error: unknown) => tenant.platform.log.debug({ err: error }, 'progress of a reading was not stored'))
  }
}

const LOST_AFTER_MS = 15 * 60_000
const BATCH = 200

/** Asks again for readings that were never asked for (documents from before) or got lost. */
export const requeueLostDocuments: RecurringJob = {
  name: 'knowledge.readUnread',
  everySeconds: 60,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - LOST_AFTER_MS)
    const found = await platform.db.query<{ tenant_id: TenantId; document_id: DocumentId }>(
      'SELECT tenant_id, document_id FROM unread_documents($1, $2)',
      [before, BATCH],
    )
    await forEachFound(platform, found, ({ tenant_id, document_id }) =>
      tenantOf(platform, tenant_id).tx(async (t) => {
        await updateDocument(t, document_id, { queuedAt: t.now }, 'processing')
        await t.enqueue(processDocument, { tenantId: t.tenantId, documentId: document_id })
      }),
    )
  },
}
