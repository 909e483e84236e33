import type { ArticleId, DocumentId, FaqId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { type Passage, splitIntoPassages } from '#server/knowledge/passages.ts'
import type { EntryKind, Match } from '#server/knowledge/retrieval/types.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readPublishedKnowledgeByIds, readWholeDocument } from './queries.ts'
import { refreshRetrieval } from './search-knowledge.ts'

export type EntryReference = { kind: EntryKind; id: string }

/** An entry as the assistant quotes it: a FAQ has its answer as one passage. */
export type EntryText = {
  language: Language
  /** The question of a FAQ, else the title. */
  title: string
  isQuestion: boolean
  passages: readonly Passage[]
}

/** What a published entry says; null for one that may not be quoted. */
export async function readEntryText(t: Tx, { kind, id }: EntryReference): Promise<EntryText | null> {
  if (kind === 'document') {
    const found = await readWholeDocument(t, id as DocumentId)
    return found && { language: found.language, title: found.name, isQuestion: false, passages: found.passages }
  }
  const ids = {
    faqs: kind === 'faq' ? [id as FaqId] : [],
    articles: kind === 'article' ? [id as ArticleId] : [],
    documents: [],
  }
  const { faqs, articles } = await readPublishedKnowledgeByIds(t, ids)
  const [faq, article] = [faqs[0], articles[0]]
  if (faq) {
    const passages = [{ heading: null, page: null, text: faq.answer }]
    return { language: faq.language, title: faq.question, isQuestion: true, passages }
  }
  if (!article) return null
  const { language, title, body } = article
  return { language, title, isQuestion: false, passages: splitIntoPassages(body) }
}

/** A published entry with a text that differs after every change of what it says. */
export type EntryMark = EntryReference & { mark: string }

/** Every entry that the assistant may quote. */
export const listEntryMarks = (t: Tx): Promise<EntryMark[]> =>
  t.sql(
    `SELECT 'faq' AS kind, id, version || ' ' || extract(epoch FROM updated_at) AS mark FROM faq WHERE tenant_id = $1 AND is_published
     UNION ALL SELECT 'article', id, version || ' ' || published_number FROM article WHERE tenant_id = $1 AND is_published
     UNION ALL SELECT 'document', id, version || ' ' || coalesce(extract(epoch FROM processed_at), 0)
       FROM training_document WHERE tenant_id = $1 AND status = 'active' AND NOT is_demo`,
    [t.tenantId],
  )

/**
 * The passages of a business's published knowledge that are nearest to a text, best first, each entry with its best one. Must not be called
 * inside a transaction.
 * @throws AppError `unavailable` when the search takes longer than 2 s
 */
export async function createNearSearch(
  tenant: Tenant,
): Promise<(text: string, limit: number) => Promise<Pick<Match, 'kind' | 'id' | 'passage'>[]>> {
  const retrieval = await refreshRetrieval(tenant)
  return async (text, limit) => (await retrieval.search(tenant.id, text, { limit })).matches
}
