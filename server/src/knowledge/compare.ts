import type { FaqId } from '#contracts/ids.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type Pieces, readPublished } from './queries.ts'
import type { FaqRow } from './schema.ts'
import { calibrationOf, freshRetrieval, heldOf, inWords, type KnowledgeFound } from './search.ts'

export type FaqChange = {
  /** Null: one that is yet to be added. */
  faqId: FaqId | null
  /** As it would be published; null: withdrawn. */
  faq: Pick<FaqRow, 'question' | 'answer' | 'phrasings' | 'language'> | null
}

/**
 * What the tenant's knowledge says to each question as it is, and as it would be after a change of one FAQ. Nothing is stored, and
 * no customer is answered from it. Must not be called inside a transaction.
 */
export async function compareKnowledge(
  tenant: Tenant,
  { faqId, faq }: FaqChange,
  questions: readonly string[],
): Promise<{ before: KnowledgeFound; after: KnowledgeFound }[]> {
  const retrieval = await freshRetrieval(tenant)
  const calibration = await calibrationOf(tenant)
  const { drafts } = heldOf(tenant.platform)
  const published: Pieces = await tenant.read(readPublished)
  const others = published.faqs.filter(({ id }) => id !== faqId)
  const draft: Pieces = {
    ...published,
    faqs: faq ? [...others, { ...faq, id: faqId ?? (crypto.randomUUID() as FaqId) }] : others,
  }
  const key = `draft ${crypto.randomUUID()}`
  drafts.set(key, { tenantId: tenant.id, pieces: draft })
  try {
    const found: { before: KnowledgeFound; after: KnowledgeFound }[] = []
    for (const question of questions) {
      const before = await retrieval.search(tenant.id, question, { limit: 1 })
      const after = await retrieval.search(key, question, { limit: 1 })
      found.push({ before: inWords(before, published, calibration), after: inWords(after, draft, calibration) })
    }
    return found
  } finally {
    drafts.delete(key)
    retrieval.forget(key)
  }
}
