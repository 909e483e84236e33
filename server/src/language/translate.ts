import type { Language } from '#contracts/languages.ts'
import { foldAccents } from '#server/platform/text/fold.ts'
import { dictionaryOf } from './dictionary.ts'
import { isStopWord, normalise, stemOf, wordsOf } from './search-text.ts'

type Dictionary = { words: ReadonlyMap<string, string>; stems: ReadonlyMap<string, string> }

const held = new Map<Language, Dictionary | null>()

/** A German compound is looked up by its parts; shorter ones are no words. */
const MIN_PART = 4

/** A language's dictionary by word and by stem; null for a language without one. */
function lookupOf(language: Language): Dictionary | null {
  const known = held.get(language)
  if (known !== undefined) return known
  const entries = dictionaryOf(language)
  const dictionary =
    entries.length === 0
      ? null
      : {
          words: new Map(entries.map(([word, english]) => [foldAccents(word), english])),
          stems: new Map(entries.map(([word, english]) => [stemOf(word, language), english])),
        }
  held.set(language, dictionary)
  return dictionary
}

/**
 * The words of a question in English, for a search in knowledge that is only in English: a word for a word, in the same order, names and
 * numbers as they are. Empty where no word is known. No translation: it finds what may be near, and answers nothing.
 */
export function wordsInEnglish(text: string, language: Language): string {
  const dictionary = lookupOf(language)
  if (!dictionary) return ''
  const found = wordsOf(normalise(text, language)).map((word) => englishOf(word, language, dictionary))
  return found.some(({ isKnown }) => isKnown)
    ? found
        .map(({ english }) => english)
        .filter(Boolean)
        .join(' ')
    : ''
}

function englishOf(
  word: string,
  language: Language,
  { words, stems }: Dictionary,
): { english: string; isKnown: boolean } {
  const folded = foldAccents(word)
  const otherForm = isStopWord(word, language)
    ? null
    : (stems.get(stemOf(word, language)) ?? partsInEnglish(folded, words))
  const known = words.get(folded) ?? otherForm
  if (known) return { english: known, isKnown: true }
  // A name or a number says the same in every language; any other word would only mislead.
  return { english: /\p{N}/u.test(word) ? word : '', isKnown: false }
}

/** "mietwagen" by "miet…" and "wagen": the longest known end, with the beginning where that is known too. */
function partsInEnglish(word: string, words: ReadonlyMap<string, string>): string | null {
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++) {
    const end = words.get(word.slice(at))
    if (!end) continue
    const start = words.get(word.slice(0, at)) ?? words.get(word.slice(0, at).replace(/s$/, ''))
    return [start, end].filter(Boolean).join(' ')
  }
  return null
}
