import { isOneSlip } from '#server/language/service.ts'

/** Shorter words have too many neighbours. */
const MIN_CHARACTERS = 4

/** The search with each word that none of `known` holds replaced by the nearest of them: one letter missing, added, wrong or swapped. */
export const correctSlips = (search: string, known: readonly string[]): string =>
  search
    .split(/\s+/)
    .map((given) => {
      const word = given.toLowerCase()
      if (word.length < MIN_CHARACTERS || known.some((one) => one.includes(word))) return given
      return known.find((one) => isOneSlip(one, word)) ?? given
    })
    .join(' ')
