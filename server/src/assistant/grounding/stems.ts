import type { Language } from '#contracts/languages.ts'
import { normaliseText, termsOf } from '#server/knowledge/service.ts'
import { visible } from '#server/language/service.ts'
import { memoize } from './memoize.ts'

/** Cached sentences: each is compared with many others. */
const CACHED_SENTENCES = 2_000

/** The stems of the words of a text that state something (no stop words, everyday words or numbers), in order. */
export const statedStems = (text: string, language: Language): readonly string[] => statedIn(`${language}${text}`)

const statedIn = memoize((key): readonly string[] => {
  const language = key.slice(0, 2) as Language
  return termsOf(normaliseText(visible(key.slice(2)), language), language)
    .filter(({ stem, weak }) => !weak && !/^\d+$/.test(stem) && stem.length > 1)
    .map(({ stem }) => stem)
}, CACHED_SENTENCES)
