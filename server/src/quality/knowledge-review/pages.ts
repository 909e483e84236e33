import type { DocumentId } from '#contracts/ids.ts'
import { type EntryMark, readEntryText, readPageAgain } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type FoundStale, replaceStale } from './stale-queries.ts'
import { MAX_STATEMENTS, sentencesIn } from './statements.ts'

/** A page is read again after so long, and so many of them in one run. */
const PAGE_DAYS = 7
const MOST_PAGES = 20
const DAY_MS = 86_400_000

/** The documents made of a page whose page was not read for a week, the longest first. */
const listDuePages = (t: Tx): Promise<EntryMark[]> =>
  t.sql(
    `SELECT c.kind, c.source_id AS id, c.mark FROM compared_entry c
     JOIN training_document d ON d.tenant_id = c.tenant_id AND d.id = c.source_id AND d.source = 'url' AND d.status = 'active'
     WHERE c.tenant_id = $1 AND c.kind = 'document' AND coalesce(c.page_read_at, d.processed_at, d.uploaded_at) < $2
     ORDER BY c.page_read_at NULLS FIRST LIMIT ${MOST_PAGES}`,
    [t.tenantId, new Date(t.now.getTime() - PAGE_DAYS * DAY_MS)],
  )

/**
 * Reads the pages again that documents were made of, and stores which are gone and which have lost sentences. A page that cannot be reached
 * for another reason says nothing. Gives whether anything changed.
 */
export async function reviewPages(tenant: Tenant): Promise<boolean> {
  let isChanged = false
  for (const due of await tenant.read(listDuePages)) {
    const state = await readState(tenant, due.id as DocumentId)
    const found: FoundStale[] = state === null || state === 'unknown' ? [] : [{ ...due, ...state }]
    isChanged =
      (await tenant.tx(async (t) => {
        await t.sql(
          `UPDATE compared_entry SET page_read_at = $3 WHERE tenant_id = $1 AND kind = 'document' AND source_id = $2`,
          [t.tenantId, due.id, t.now],
        )
        return state === 'unknown' ? false : replaceStale(t, ['page_gone', 'page_changed'], found, [due.id])
      })) || isChanged
  }
  return isChanged
}

/** Each is looked for in the whole page. */
const MOST_SEARCHED = 100

type PageState = { reason: 'page_gone' | 'page_changed'; count: number }

async function readState(tenant: Tenant, id: DocumentId): Promise<PageState | null | 'unknown'> {
  const [stored, page] = [
    await tenant.read((t) => readEntryText(t, { kind: 'document', id })),
    await readPageAgain(tenant, id),
  ]
  if (!stored || page === 'unknown') return 'unknown'
  if (page === 'gone') return { reason: 'page_gone', count: 0 }
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const now = plain(page.map(({ text }) => text).join(' '))
  const there = new Set(page.flatMap(({ text }) => sentencesIn(text).map(({ sentence }) => plain(sentence))))
  const missing = stored.passages
    .flatMap(({ text }) => sentencesIn(text))
    .slice(0, MAX_STATEMENTS)
    .map(({ sentence }) => plain(sentence))
    .filter((sentence) => !there.has(sentence))
  // It may stand there cut in another way.
  const lost = missing.filter((sentence, at) => at >= MOST_SEARCHED || !now.includes(sentence))
  return lost.length > 0 ? { reason: 'page_changed', count: lost.length } : null
}
