import { z } from 'zod'
import { FaqId, ImportId, TenantId } from '#contracts/ids.ts'
import type { ImportRow } from '#contracts/knowledge/import.ts'
import * as m from '#i18n/messages.js'
import { emitFaqsChanged } from '#server/knowledge/faqs/emit-faqs-changed.ts'
import { publishKnowledge } from '#server/knowledge/live-events.ts'
import { parseInThread } from '#server/knowledge/parsing/parser-thread.ts'
import { UnreadableError } from '#server/knowledge/parsing/unreadable-error.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { OutgoingError } from '#server/platform/http/outgoing-error.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { inEnglish, type Text, text } from '#server/platform/text/message.ts'
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

const Payload = z.object({ tenantId: TenantId, importId: ImportId })
type Payload = z.output<typeof Payload>

const PAGE_TIMEOUT_MS = 15_000
const PAGE_BYTES = 3 * 1024 * 1024
const PARSE_TIMEOUT_MS = 20_000
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
    const found = await fetchQuestions(platform, head.name)
    await tenant.tx(async (t) => {
      if ('reason' in found)
        await finishImportPreview(t, importId, { status: 'failed', reason: inEnglish(found.reason) })
      else await finishImportPreview(t, importId, { status: 'ready', rows: await flagKnownQuestions(t, found.rows) })
      publishKnowledge(t, 'imports', importId)
    })
  },
  onGivenUp: (platform, payload) => storeFailure(platform, payload, m.knowledge_import_gave_up),
})

type Found = { rows: ImportRow[] } | { reason: Text }

async function fetchQuestions(platform: Platform, url: string): Promise<Found> {
  try {
    const accept = 'text/html, application/xhtml+xml;q=0.9'
    const answer = await platform.http.fetch(url, {
      headers: { accept },
      timeoutMs: PAGE_TIMEOUT_MS,
      maxBytes: PAGE_BYTES,
    })
    if (answer.status === 401 || answer.status === 403) return { reason: m.knowledge_import_not_public }
    if (answer.status === 404 || answer.status === 410) return { reason: m.knowledge_import_no_page }
    if (answer.status >= 400) return { reason: text(m.knowledge_import_page_error, { status: answer.status }) }
    const [type = '', charset] = (answer.headers['content-type'] ?? 'text/html').split(/;\s*charset=/i)
    if (!/html|^text\/plain/i.test(type)) return { reason: m.knowledge_import_not_a_page }
    return { rows: await parseHelpPage(new Uint8Array(answer.body), charset) }
  } catch (error) {
    if (error instanceof OutgoingError) return { reason: error.text }
    if (error instanceof UnreadableError) return { reason: REASON_TEXTS[error.reason] ?? m.knowledge_import_unreadable }
    throw error
  }
}

const REASON_TEXTS: Partial<Record<UnreadableError['reason'], Text>> = {
  empty: m.knowledge_import_no_questions,
  binary: m.knowledge_import_binary,
  slow: m.knowledge_import_slow,
  too_large: m.knowledge_import_too_large,
}

async function parseHelpPage(bytes: Uint8Array, charset: string | undefined): Promise<ImportRow[]> {
  const workerUrl = new URL('./help-page-worker.ts', import.meta.url)
  const { passages } = await parseInThread(
    { bytes: bytes.slice(), name: 'page.html', charset: charset?.replace(/["';\s].*$/, '') },
    { workerUrl, timeLimitMs: PARSE_TIMEOUT_MS },
  )
  return passages.map(({ heading, text: answer }, index) => ({
    line: index + 1,
    question: heading ?? '',
    answer,
    phrasings: [],
    category: 'General',
    priority: 'medium',
    language: 'en',
    isPublished: null,
    isKnown: false,
  }))
}

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
    await failImport(t, importId, inEnglish(reason))
    publishKnowledge(t, 'imports', importId)
  })
