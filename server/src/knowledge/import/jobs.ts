import { z } from 'zod'
import { FaqId, ImportId, TenantId } from '#contracts/ids.ts'
import type { ImportRow } from '#contracts/knowledge/import.ts'
import * as m from '#i18n/messages.js'
import { emitFaqsChanged } from '#server/knowledge/faqs/emit-faqs-changed.ts'
import { publishKnowledge } from '#server/knowledge/live-events.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import type { Text } from '#server/platform/text/message.ts'
import { storedLine } from '#server/platform/text/stored-text.ts'
import { questionKey } from './csv.ts'
import { flagKnownQuestions } from './known-questions.ts'
import {
  advanceImport,
  failImport,
  findFaqIdsByQuestion,
  findImport,
  finishImport,
  finishImportPreview,
  type ImportProgress,
  type ImportSummary,
  insertImportedFaqRows,
  overwriteFaqRow,
  readImportRows,
} from './queries.ts'
import { readWebPage, type WebPage } from './web-page.ts'

const Payload = z.object({ tenantId: TenantId, importId: ImportId })
type Payload = z.output<typeof Payload>

/** Rows of one transaction: few enough to show progress and to hold locks briefly. */
const BATCH_ROWS = 250

/** Fetches a help page and extracts its questions. */
export const readHelpPage: Job<Payload> = job({
  name: 'knowledge.readHelpPage',
  payload: Payload,
  attempts: 2,
  timeoutSeconds: 60,
  concurrency: 2,
  run: async (platform, { tenantId, importId }) => {
    const tenant = tenantOf(platform, tenantId)
    const head = await tenant.read((t) => findImport(t, importId))
    if (head?.status !== 'reading') return
    const page = await readWebPage(platform, head.name)
    const rows = 'reason' in page ? [] : rowsOf(page)
    const reason = 'reason' in page ? page.reason : m.knowledge_import_no_questions
    await tenant.tx(async (t) => {
      if (rows.length === 0) await finishImportPreview(t, importId, { status: 'failed', reason: storedLine(reason) })
      else await finishImportPreview(t, importId, { status: 'ready', rows: await flagKnownQuestions(t, rows) })
      publishKnowledge(t, 'imports', importId)
    })
  },
  onGivenUp: (platform, payload) => storeFailure(platform, payload, m.knowledge_import_gave_up),
})

const rowsOf = ({ questions }: WebPage): ImportRow[] =>
  questions.map(({ question, answer }, index) => ({
    line: index + 1,
    question,
    answer,
    phrasings: [],
    category: 'General',
    priority: 'medium',
    language: 'en',
    isPublished: null,
    isKnown: false,
  }))

/** Creates the FAQs of an import in batches. A batch and its progress are one commit, so that a retry adds no row twice. */
export const importFaqs: Job<Payload> = job({
  name: 'knowledge.importFaqs',
  payload: Payload,
  attempts: 5,
  timeoutSeconds: 300,
  concurrency: 1,
  keyOf: ({ importId }) => importId,
  run: async (platform, { tenantId, importId }) => {
    const tenant = tenantOf(platform, tenantId)
    while (await importBatch(tenant, importId));
  },
  onGivenUp: (platform, payload) => storeFailure(platform, payload, m.knowledge_import_broke_off),
})

/** Imports the next batch; false when no rows are left. */
const importBatch = (tenant: Tenant, id: ImportId): Promise<boolean> =>
  tenant.tx(async (t) => {
    const head = await findImport(t, id, 'forUpdate')
    if (head?.status !== 'running') return false
    const rows = await readImportRows(t, id, head.done, BATCH_ROWS)
    if (rows.length === 0) await finishImport(t, id)
    else await advanceImport(t, id, await writeRows(t, head, rows))
    publishKnowledge(t, 'imports', id)
    if (rows.length === 0) await emitFaqsChanged(t, { change: 'imported', faqId: null })
    return rows.length > 0
  })

async function writeRows(t: Tx, head: ImportSummary, rows: readonly ImportRow[]): Promise<ImportProgress> {
  const known = await findFaqIdsByQuestion(
    t,
    rows.map(({ question }) => questionKey(question)),
  )
  const newRows = rows.filter(({ question }) => !known.has(questionKey(question)))
  const existing = rows.filter(({ question }) => known.has(questionKey(question)))
  const { createdBy, createdByName } = head
  const written = { createdBy, createdByName, importId: head.id }
  await insertImportedFaqRows(
    t,
    // Published at the end, all at once, so that the search index is rebuilt once instead of after every batch.
    newRows.map(({ line: _line, isKnown: _isKnown, ...row }, index) => ({
      ...row,
      ...written,
      // A millisecond apart, so that they keep the order of their file.
      ...createdAndUpdated(new Date(t.now.getTime() - newRows.length + index)),
      id: FaqId.parse(crypto.randomUUID()),
      isPublished: false,
    })),
  )
  const isUpdating = head.onDuplicate === 'update'
  if (isUpdating) for (const row of existing) await overwriteFaqRow(t, known.get(questionKey(row.question)) ?? '', row)
  const repeated = existing.length
  return {
    done: rows.length,
    added: newRows.length,
    updated: isUpdating ? repeated : 0,
    skipped: isUpdating ? 0 : repeated,
  }
}

const createdAndUpdated = (at: Date) => ({ createdAt: at, updatedAt: at })

const storeFailure = (platform: Platform, { tenantId, importId }: Payload, reason: Text): Promise<void> =>
  tenantOf(platform, tenantId).tx(async (t) => {
    await failImport(t, importId, storedLine(reason))
    publishKnowledge(t, 'imports', importId)
  })
