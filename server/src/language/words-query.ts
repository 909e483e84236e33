import { isOneSlip } from '#contracts/one-slip.ts'
import { plainWordsOf } from '#contracts/search/plain-text.ts'
import { otherEndings } from './search-text.ts'

const MAX_WORDS = 12
const MAX_WORD_CHARACTERS = 40
/** Shorter words resemble too many others. */
const MIN_CORRECTED = 4
const MAX_CORRECTIONS = 5

/**
 * Words as text for PostgreSQL's type tsquery. `words`: for each word the beginnings of a word by which it is found, in lower case and
 * without accents.
 */
export type WordsQuery = { query: string; words: string[][] }

/** Other words to find for a word, by the word. */
export type Corrections = ReadonlyMap<string, readonly string[]>

/** The words of a search, in lower case and without accents, at most twelve. */
export const searchedWords = (search: string): string[] =>
  plainWordsOf(search)
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, MAX_WORD_CHARACTERS))

/** The query by which every word is found, as the beginning of a word, with another ending ("refunds" finds "refund"), or corrected. */
export function wordsQueryOf(words: readonly string[], corrections: Corrections = new Map()): WordsQuery {
  const terms = words.map((word) => termOf(word, corrections.get(word) ?? []))
  return { query: terms.map(({ query }) => query).join(' & '), words: terms.map(({ starts }) => starts) }
}

function termOf(word: string, corrections: readonly string[]): { query: string; starts: string[] } {
  const { beginning, words } = otherEndings(word)
  const corrected = corrections.flatMap((one) => [one, otherEndings(one).beginning])
  const starts = [...new Set([beginning, ...corrected])]
  const queries = [...starts.map((start) => `'${start}':*`), ...words.map((whole) => `'${whole}'`)]
  return { query: `(${queries.join(' | ')})`, starts: [...starts, ...words] }
}

/** A word that is stored and resembles a form of one that was searched for. */
export type SimilarWord = { form: string; similar: string }

/** The slips of words corrected to the nearest stored words; `readSimilar` gives those that resemble forms that no stored word begins with. */
export async function readCorrections(
  words: readonly string[],
  readSimilar: (forms: string[], beginnings: string[]) => Promise<SimilarWord[]>,
): Promise<Corrections> {
  const corrected = words.filter((word) => word.length >= MIN_CORRECTED && !/\d/.test(word))
  if (corrected.length === 0) return new Map()
  const forms = corrected.flatMap(formsOf)
  const rows = await readSimilar(
    forms,
    forms.map((form) => otherEndings(form).beginning),
  )
  return new Map(corrected.map((word) => [word, correctionsOf(word, rows)]))
}

/** A word, and the part of it that its forms share. */
const formsOf = (word: string): string[] => [...new Set([word, otherEndings(word).beginning])]

/** The words that differ by one slip; where there is none, those that begin with one that does: the word may be unfinished. */
function correctionsOf(word: string, rows: readonly SimilarWord[]): string[] {
  const pairs = rows.filter(({ form }) => formsOf(word).includes(form))
  const whole = pairs.filter(({ form, similar }) => isOneSlip(form, similar))
  const begun = pairs.filter(({ form, similar }) =>
    [-1, 0, 1].some((more) => isOneSlip(form, similar.slice(0, form.length + more))),
  )
  const nearest = whole.length > 0 ? whole : begun
  return [...new Set(nearest.map(({ similar }) => similar))].slice(0, MAX_CORRECTIONS)
}
