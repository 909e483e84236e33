import type { Language } from '#contracts/languages.ts'
import { LEXICONS } from '#server/language/lexicons.ts'

/** Where a value stands to its limit: at least, at most, from, until. */
export type Bound = 'least' | 'most' | 'from' | 'until'
/** Where a fact is in its sentence. */
export type Place = { start: number; end: number }
const bounds = Object.fromEntries(
  Object.entries(LEXICONS).map(([language, { comparison }]) => [
    language,
    (['least', 'most', 'from', 'until'] as const)
      .filter((bound) => comparison.bounds[bound] !== '')
      .map((bound) => ({ bound, pattern: new RegExp(`(?<!\\p{L})(?:${comparison.bounds[bound]})\\s*$`, 'iu') })),
  ]),
) as Record<Language, { bound: Bound; pattern: RegExp }[]>

/** The bounds that the words right before a value name; some words name several. */
export const boundsBefore = (before: string, language: Language): Bound[] =>
  bounds[language].filter(({ pattern }) => pattern.test(before)).map(({ bound }) => bound)
