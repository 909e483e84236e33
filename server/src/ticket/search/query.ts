import {
  type Corrections,
  readCorrections,
  type SimilarWord,
  searchedWords,
  type WordsQuery,
  wordsQueryOf,
} from '#server/language/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** A search for tickets. `number`: of a ticket, where the search is one. */
export type SearchQuery = WordsQuery & { number: number | null }

/**
 * A search as a query of the words of a ticket: every word must occur, as the beginning of a word or with another ending ("refunds" finds
 * "refund"). `#47` is the number, and 8 or more characters of an id are the id. Null where there is no word to search for.
 */
export function searchQueryOf(search: string, corrections?: Corrections): SearchQuery | null {
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  const id = /^#?([\da-f]{8}[\da-f-]{0,28})$/i.exec(search)?.[1]?.replaceAll('-', '').toLowerCase()
  const searched = searchedWords(search)
  if (searched.length === 0) return null
  const named = [...(number ? [`'#${Number(number)}'`] : []), ...(id ? [`'@${id}':*`] : [])]
  const isNameAlone = named.length > 0 && search.startsWith('#')
  const { query, words } = wordsQueryOf(searched, corrections)
  const queries = [...named, ...(isNameAlone ? [] : [query])]
  return { query: queries.join(' | '), words, number: number ? Number(number) : null }
}

/** The same with the slips of words that no ticket has corrected to the nearest ones that some ticket has. */
export const readSearchQuery = async (t: Tx, search: string): Promise<SearchQuery | null> =>
  searchQueryOf(
    search,
    await readCorrections(searchedWords(search), (forms, beginnings) =>
      t.sql<SimilarWord>(
        'SELECT word AS form, similar_word AS similar FROM similar_words($1, $2)',
        [forms, beginnings],
        'prepared',
      ),
    ),
  )
