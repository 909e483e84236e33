import { z } from 'zod'
import { DocumentId, TenantId } from '#contracts/ids.ts'
import type { DocumentFailure } from '#contracts/knowledge/document.ts'
import { documentsChanged } from '#server/knowledge/events.ts'
import { parseInThread } from '#server/knowledge/parsing/parser-thread.ts'
import type { ParsedDocument } from '#server/knowledge/parsing/types.ts'
import { UnreadableError } from '#server/knowledge/parsing/unreadable-error.ts'
import { job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { loadDocumentBytes } from './document-source.ts'
import { findDocument, type ListedDocument, replaceDocumentPassages, updateDocument } from './queries.ts'

/** How often the progress of a document is stored. */
const PROGRESS_EVERY_MS = 400

const DocumentJob = z.object({ tenantId: TenantId, documentId: DocumentId })
type DocumentJob = z.output<typeof DocumentJob>

/**
 * Parses a document in status `processing` (text, file or page) and makes it `active`, or `failed` with the reason. Each document is
 * parsed in its own thread; two run at a time in a process, so that a slow one does not block all others.
 */
export const processDocument = job({
  name: 'knowledge.processDocument',
  payload: DocumentJob,
  attempts: 2,
  timeoutSeconds: 120,
  concurrency: 2,
  run: async (platform: Platform, { tenantId, documentId }: DocumentJob) => {
    const tenant = tenantOf(platform, tenantId)
    const document = await tenant.read((t) => findDocument(t, documentId))
    if (document?.status !== 'processing') return
    try {
      const source = await loadDocumentBytes(tenant, document)
      const read = await parseInThread(source, { report: progressReporter(tenant, documentId) })
      await storeParsed(tenant, document, read)
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error
      platform.log.info({ reason: error.reason, documentId }, 'a document could not be parsed')
      await storeFailure(tenant, documentId, error.reason)
    }
  },
  onGivenUp: (platform, { tenantId, documentId }) => storeFailure(tenantOf(platform, tenantId), documentId, 'broken'),
})

const storeParsed = (tenant: Tenant, document: ListedDocument, read: ParsedDocument): Promise<void> =>
  tenant.tx(async (t) => {
    const { content, pages } = read
    const language = read.language ?? document.language
    // A page without a given name has its URL as name until its title is known.
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
    // Deleted meanwhile: there is nothing to store.
    if (!(await updateDocument(t, document.id, { ...done, status: 'active' }, 'processing'))) return
    await replaceDocumentPassages(t, document.id, read.passages)
    await t.emit(documentsChanged, { change: 'processed', documentId: document.id })
  })

const storeFailure = (tenant: Tenant, id: DocumentId, failure: DocumentFailure): Promise<void> =>
  tenant.tx(async (t) => {
    await updateDocument(t, id, { status: 'failed', failure, processedAt: t.now }, 'processing')
  })

/** Stores the progress at most every PROGRESS_EVERY_MS; an error in that does not fail the processing. */
function progressReporter(tenant: Tenant, id: DocumentId) {
  let reportedAt = performance.now()
  return (progress: number) => {
    if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return
    reportedAt = performance.now()
    const stored = tenant.tx((t) => updateDocument(t, id, { progress: Math.min(99, progress) }, 'processing'))
    stored.catch((error: unknown) =>
      tenant.platform.log.debug({ err: error }, 'the progress of a document was not stored'),
    )
  }
}

const LOST_AFTER_MS = 15 * 60_000
const BATCH = 200

/** Queues documents in status `processing` again whose job was lost. */
export const requeueLostDocuments: RecurringJob = {
  name: 'knowledge.requeueLostDocuments',
  everySeconds: 60,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - LOST_AFTER_MS)
    const found = await platform.db.query<{ tenant_id: TenantId; document_id: DocumentId }>(
      'SELECT tenant_id, document_id FROM unprocessed_documents($1, $2)',
      [before, BATCH],
    )
    await runForEach(platform, found, ({ tenant_id, document_id }) =>
      tenantOf(platform, tenant_id).tx(async (t) => {
        await updateDocument(t, document_id, { queuedAt: t.now }, 'processing')
        await t.enqueue(processDocument, { tenantId: t.tenantId, documentId: document_id })
      }),
    )
  },
}
