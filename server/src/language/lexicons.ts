import type { Language } from '#contracts/languages.ts'
import { lexicon as de } from './de/lexicon.ts'
import { lexicon as en } from './en/lexicon.ts'
import { lexicon as es } from './es/lexicon.ts'
import { lexicon as fr } from './fr/lexicon.ts'
import { splitWords } from './readers.ts'
import type { Lexicon } from './types.ts'

export const LEXICONS: Record<Language, Lexicon> = { en, es, fr, de }

const all = Object.values(LEXICONS)

/*
 * A customer may write in any language whatever the language of the chat, so what is recognised in a message is recognised by the
 * words of all languages together.
 */

const splitPhrases = (phrases: string): string[] =>
  phrases
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')

/** The words of all languages. */
export const allWords = (pick: (lexicon: Lexicon) => string): ReadonlySet<string> =>
  new Set(all.flatMap((lexicon) => [...splitWords(pick(lexicon))]))

/** The phrases of all languages, each once. */
export const allPhrases = (pick: (lexicon: Lexicon) => string): string[] => [
  ...new Set(all.flatMap((lexicon) => splitPhrases(pick(lexicon)))),
]

/** The patterns of all languages as one alternation. */
export const anyOf = (pick: (lexicon: Lexicon) => string | null): string =>
  all
    .map(pick)
    .filter((pattern) => pattern !== null && pattern !== '')
    .join('|')
