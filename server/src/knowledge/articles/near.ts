import type { Language } from '#contracts/languages.ts'
import type { Match, SearchResult } from '#server/knowledge/retrieval/types.ts'
import { termsOf } from '#server/language/search-text.ts'

/** Chosen on the half of `evals/help-search.ts` that may be seen. */
const NEAR_CONFIDENCE = 0.1
/** Among few articles the best is sure by itself: it must have a good part of the words, too. */
const NEAR_COVERAGE = 0.4

/** By the scores that tell the assistant whether it knows an answer. */
const isNear = ({ confidence, coverage }: Match) => confidence >= NEAR_CONFIDENCE && coverage >= NEAR_COVERAGE

/** The words of a search that stand in the title, without "the" and its like; and whether these are all of them. */
function wordsInTitle(asked: string, title: string, language: Language): { count: number; isEvery: boolean } {
  const stems = new Set(termsOf(asked, language).flatMap(({ stem, weak }) => (weak ? [] : stem)))
  const ofTitle = new Set(termsOf(title, language).map(({ stem }) => stem))
  const count = [...stems].filter((stem) => ofTitle.has(stem)).length
  return { count, isEvery: stems.size > 0 && count === stems.size }
}

/**
 * The articles that a search may have meant: those that are near by their scores, or whose title has all its words. Those come
 * first whose title has most of the words, of equals the better match.
 */
export const nearOf = <Article extends { title: string; language: Language }>(
  { asked, matches }: SearchResult,
  articleOf: (match: Match) => Article | undefined,
): Article[] =>
  matches
    .flatMap((match) => {
      const article = articleOf(match)
      if (!article) return []
      const { count, isEvery } = wordsInTitle(asked, article.title, article.language)
      return isEvery || isNear(match) ? [{ article, count }] : []
    })
    .sort((a, b) => b.count - a.count)
    .map(({ article }) => article)
