import type { HelpAnswer } from '#contracts/knowledge/help-answer.ts'
import { splitIntoPassages } from '#server/knowledge/passages.ts'
import { searchKnowledge } from '#server/knowledge/search/search-knowledge.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTenant } from '#server/tenant/service.ts'

/**
 * The published passage that answers a search, quoted with its source. Null below the confidence that the business wants of the assistant's
 * answers, because a wrong answer above the results is worse than none. Must not be called inside a transaction.
 * @throws AppError `unavailable` when the search takes longer than 2 s
 */
export async function findHelpAnswer(tenant: Tenant, search: string): Promise<HelpAnswer | null> {
  const query = search.replaceAll('\0', ' ').trim()
  if (query === '') return null
  const [{ aiSettings }, searched] = await Promise.all([getTenant(tenant), searchKnowledge(tenant, query, 1)])
  const [best] = searched.found
  if (!best || searched.confidence < aiSettings.confidenceThreshold) return null
  const { answer, language, source } = best
  const { kind, title, page = null, articleSlug } = source
  return { text: kind === 'faq' ? beginningOf(answer) : answer, language, source: { kind, title, page, articleSlug } }
}

/** The answer of a FAQ, which is Markdown of any length, as a passage of plain text. */
function beginningOf(markdown: string): string {
  const [first, second] = splitIntoPassages(markdown)
  return `${first?.text ?? ''}${second ? ' …' : ''}`
}
