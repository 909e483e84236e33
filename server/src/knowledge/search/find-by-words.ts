import type { ArticleId, FaqId } from '#contracts/ids.ts'
import {
  readCorrections,
  type SimilarWord,
  searchedWords,
  type WordsQuery,
  wordsQueryOf,
} from '#server/language/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** A search for FAQs and articles, the slips of words that none of them has corrected to the nearest ones that some has. */
export async function readKnowledgeQuery(t: Tx, search: string): Promise<WordsQuery> {
  const words = searchedWords(search)
  const corrections = await readCorrections(words, (forms, beginnings) =>
    t.sql<SimilarWord>(
      'SELECT word AS form, similar_word AS similar FROM similar_knowledge_words($1, $2)',
      [forms, beginnings],
      'prepared',
    ),
  )
  return wordsQueryOf(words, corrections)
}

/** FAQs, drafts too, whose question or phrasings hold every word, newest change first. */
export const findFaqsByWords = (
  t: Tx,
  { query }: WordsQuery,
  limit: number,
): Promise<{ id: FaqId; question: string; isPublished: boolean }[]> =>
  t.sql('SELECT id, question, is_published AS "isPublished" FROM search_faqs($1, $2)', [query, limit], 'prepared')

/** Articles, drafts too, whose title or summary holds every word, newest change first. */
export const findArticlesByWords = (
  t: Tx,
  { query }: WordsQuery,
  limit: number,
): Promise<{ id: ArticleId; title: string; isPublished: boolean }[]> =>
  t.sql('SELECT id, title, is_published AS "isPublished" FROM search_articles($1, $2)', [query, limit], 'prepared')
