import type { FaqId } from '#contracts/ids.ts'
import type { FaqRow } from '#server/knowledge/schema.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type QuotableKnowledge, readPublishedKnowledge } from './queries.ts'
import {
  type KnowledgeSearchResult,
  readCalibration,
  refreshRetrieval,
  resolveMatches,
  searchOf,
} from './search-knowledge.ts'

export type FaqChange = {
  /** Null for a FAQ that does not exist yet. */
  faqId: FaqId | null
  /** The FAQ as it would be published; null if it would be withdrawn. */
  faq: Pick<FaqRow, 'question' | 'answer' | 'phrasings' | 'language'> | null
}

/**
 * Searches each question in the tenant's published knowledge, and in the knowledge as it would be after a change of one FAQ.
 * Nothing is stored. Must not be called inside a transaction.
 */
export async function compareKnowledge(
  tenant: Tenant,
  { faqId, faq }: FaqChange,
  questions: readonly string[],
): Promise<{ before: KnowledgeSearchResult; after: KnowledgeSearchResult }[]> {
  const retrieval = await refreshRetrieval(tenant)
  const calibration = await readCalibration(tenant)
  const { drafts } = searchOf(tenant.platform)
  const published: QuotableKnowledge = await tenant.read(readPublishedKnowledge)
  const others = published.faqs.filter(({ id }) => id !== faqId)
  const draft: QuotableKnowledge = {
    ...published,
    faqs: faq ? [...others, { ...faq, id: faqId ?? (crypto.randomUUID() as FaqId) }] : others,
  }
  const key = `draft ${crypto.randomUUID()}`
  drafts.set(key, { tenantId: tenant.id, pieces: draft })
  try {
    const found: { before: KnowledgeSearchResult; after: KnowledgeSearchResult }[] = []
    for (const question of questions) {
      const before = await retrieval.search(tenant.id, question, { limit: 1 })
      const after = await retrieval.search(key, question, { limit: 1 })
      found.push({
        before: resolveMatches(before, published, calibration),
        after: resolveMatches(after, draft, calibration),
      })
    }
    return found
  } finally {
    drafts.delete(key)
    retrieval.evict(key)
  }
}
