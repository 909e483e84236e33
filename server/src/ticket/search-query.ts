import { otherEndings } from '#server/language/service.ts'

const MAX_TERMS = 12
const MAX_TERM_CHARACTERS = 60
const ACCENTS = /[\u0300-\u036f]/g

/**
 * A search as PostgreSQL's query of the index `ticket.search`: every word must occur, as the beginning of a word or with another
 * ending ("refunds" finds "refund"). Null where there is no word to search for.
 */
export function searchQueryOf(search: string): string | null {
  // As the index is written: without accents, ß as ss.
  const plain = search.toLowerCase().normalize('NFD').replaceAll('ß', 'ss').replace(ACCENTS, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu)
  return words ? words.slice(0, MAX_TERMS).map(termOf).join(' & ') : null
}

function termOf(written: string): string {
  const word = written.slice(0, MAX_TERM_CHARACTERS)
  const { beginning, words } = otherEndings(word)
  return `(${[`${beginning}:*`, ...words].join(' | ')})`
}
