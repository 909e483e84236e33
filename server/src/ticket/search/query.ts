import { plainWordsOf } from '#contracts/search/plain-text.ts'
import { isOneSlip, otherEndings } from '#server/language/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

const MAX_TERMS = 12
const MAX_TERM_CHARACTERS = 40
/** Shorter words resemble too many others. */
const MIN_CORRECTED = 4
const MAX_CORRECTIONS = 5

/**
 * A search as text for PostgreSQL's type tsquery. `words`: for each word the beginnings of a word by which it is found, in lower case and
 * without accents. `number`: of a ticket, where the search is one.
 */
export type SearchQuery = { query: string; words: string[][]; number: number | null }

/** Other words to find for a word, by the word. */
type Corrections = ReadonlyMap<string, readonly string[]>
const NONE: Corrections = new Map()

/**
 * A search as a query of the words of a ticket: every word must occur, as the beginning of a word or with another ending ("refunds" finds
 * "refund"). `#47` is the number, and 8 or more characters of an id are the id. Null where there is no word to search for.
 */
export function searchQueryOf(search: string, corrections = NONE): SearchQuery | null {
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  const id = /^#?([\da-f]{8}[\da-f-]{0,28})$/i.exec(search)?.[1]?.replaceAll('-', '').toLowerCase()
  const words = wordsOf(search)
  if (words.length === 0) return null
  const named = [...(number ? [`'#${Number(number)}'`] : []), ...(id ? [`'${id}':*`] : [])]
  const isNameAlone = named.length > 0 && search.startsWith('#')
  const terms = words.map((word) => termOf(word, corrections.get(word) ?? []))
  const query = [...named, ...(isNameAlone ? [] : [terms.map((term) => term.query).join(' & ')])].join(' | ')
  return { query, words: terms.map(({ starts }) => starts), number: number ? Number(number) : null }
}

/** The same with the slips of words that no ticket has corrected to the nearest ones that some ticket has. */
export async function readSearchQuery(t: Tx, search: string): Promise<SearchQuery | null> {
  const words = wordsOf(search).filter((word) => word.length >= MIN_CORRECTED && !/\d/.test(word))
  return searchQueryOf(search, words.length > 0 ? await readCorrections(t, words) : NONE)
}

const wordsOf = (search: string): string[] =>
  plainWordsOf(search)
    .slice(0, MAX_TERMS)
    .map((word) => word.slice(0, MAX_TERM_CHARACTERS))

function termOf(word: string, corrections: readonly string[]): { query: string; starts: string[] } {
  const { beginning, words } = otherEndings(word)
  const starts = [beginning, ...corrections]
  const queries = [...starts.map((start) => `'${start}':*`), ...words.map((whole) => `'${whole}'`)]
  return { query: `(${queries.join(' | ')})`, starts: [...starts, ...words] }
}

async function readCorrections(t: Tx, words: readonly string[]): Promise<Corrections> {
  const forms = words.flatMap(formsOf)
  const beginnings = forms.map((form) => otherEndings(form).beginning)
  const rows = await t.sql<{ form: string; similar: string }>(
    'SELECT word AS form, similar_word AS similar FROM similar_words($1, $2)',
    [forms, beginnings],
    'prepared',
  )
  return new Map(words.map((word) => [word, correctionsOf(word, rows)]))
}

/** A word, and the part of it that its forms share. */
const formsOf = (word: string): string[] => [...new Set([word, otherEndings(word).beginning])]

/** The words that differ by one slip; where there is none, those that begin with one that does: the word may be unfinished. */
function correctionsOf(word: string, rows: readonly { form: string; similar: string }[]): string[] {
  const pairs = rows.filter(({ form }) => formsOf(word).includes(form))
  const whole = pairs.filter(({ form, similar }) => isOneSlip(form, similar))
  const begun = pairs.filter(({ form, similar }) =>
    [-1, 0, 1].some((more) => isOneSlip(form, similar.slice(0, form.length + more))),
  )
  const nearest = whole.length > 0 ? whole : begun
  return [...new Set(nearest.map(({ similar }) => similar))].slice(0, MAX_CORRECTIONS)
}
