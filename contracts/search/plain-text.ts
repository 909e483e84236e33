const ACCENTS = /[\u0300-\u036f]/g

/** A text as words are compared in a search: in lower case, without accents, ß as ss. */
export const plainTextOf = (text: string): string =>
  text.toLowerCase().normalize('NFD').replaceAll('ß', 'ss').replace(ACCENTS, '')

/** A run of letters and figures. */
export const WORD = /[\p{L}\p{N}]+/gu

/** The words of a text as they are compared. */
export const plainWordsOf = (text: string): string[] => plainTextOf(text).match(WORD) ?? []
