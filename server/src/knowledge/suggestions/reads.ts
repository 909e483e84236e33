import { MAX_SUGGESTIONS, type SuggestionView } from '#contracts/knowledge/suggestion.ts'
import { searchKnowledge } from '#server/knowledge/search/search-knowledge.ts'
import type { Tenant } from '#server/platform/platform.ts'

/** Documents are left out of the matches, and several passages may be of one article. */
const SEARCHED = 8
/** Below this probability a suggestion only distracts from the form. */
const MIN_SCORE = 0.3

/** The published FAQs and articles that probably answer a text, best first, each once. Documents are no pages that a customer could open. */
export async function suggestAnswers(tenant: Tenant, text: string): Promise<SuggestionView[]> {
  const { found } = await searchKnowledge(tenant, text, SEARCHED)
  return found
    .filter(({ source, score }) => source.kind !== 'document' && score >= MIN_SCORE)
    .filter(({ source: { id } }, at, all) => all.findIndex(({ source }) => source.id === id) === at)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ source: { id, title, articleSlug }, answer }) => ({ id, title, text: answer, articleSlug }))
}
