import snowball from 'snowball-stemmers'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import { foldAccents } from '#server/platform/text/fold.ts'
import { READERS, splitWords } from './readers.ts'

/** A word of a text as it is indexed. `weak` words count for little in the search. */
export type Term = { stem: string; weak: boolean }

/** Only the beginning of a longer question is searched for, so that the time stays bounded. */
export const MAX_QUERY_CHARACTERS = 2_000

type SearchLanguage = {
  stem: (word: string) => string
  stems: Map<string, string>
  stopWords: ReadonlySet<string>
  weakWords: ReadonlySet<string>
}

const languages = Object.fromEntries(
  Object.entries(READERS).map(([language, { search }]): [string, SearchLanguage] => {
    const stemmer = search.stemmer === null ? null : snowball.newStemmer(search.stemmer)
    return [
      language,
      {
        stem: (word) => stemmer?.stem(word) ?? word,
        stems: new Map(),
        stopWords: splitWords(search.stopWords),
        weakWords: splitWords(search.weakWords),
      },
    ]
  }),
) as Record<Language, SearchLanguage>

const readers = Object.values(READERS)

/** Words that do not make two questions similar, in all languages. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  readers.flatMap(({ search }) => [...splitWords(search.questionWords)]),
)

const SPELLINGS = readers.map(({ search }) => Object.entries(search.spellings)).filter((letters) => letters.length > 0)

const WORD = /[\p{L}\p{N}]+/gu
const APOSTROPHE = /['’ʼ`´]/gu
/** No word is longer; such a run is an attack or a pasted key. */
const MAX_WORD_CHARACTERS = 48
const MAX_CACHED_STEMS = 50_000

/** Lower case, one Unicode form, apostrophes resolved: the text both sources read. */
export function normalise(text: string, language: Language): string {
  const plain = text.normalize('NFKC').toLowerCase()
  // French elides into the next word (l'adresse), English contracts into the word before (don't).
  return plain.replace(APOSTROPHE, READERS[language].search.elides ? ' ' : '')
}

/** The words of a normalised text, over-long runs cut. */
export function wordsOf(normalised: string): string[] {
  return (normalised.match(WORD) ?? []).map((word) => word.slice(0, MAX_WORD_CHARACTERS))
}

/** The stem of one word in its language (English: Porter2), accents removed after stemming. */
export function stemOf(word: string, language: Language): string {
  const { stem: stemWord, stems: cache } = languages[language]
  const known = cache.get(word)
  if (known !== undefined) return known
  const stem = foldAccents(stemWord(word))
  if (cache.size >= MAX_CACHED_STEMS) cache.clear()
  cache.set(word, stem)
  return stem
}

/** Whether a word says nothing about the subject of a text. */
export const isStopWord = (word: string, language: Language): boolean => languages[language].stopWords.has(word)

/** The content words of a text in order, stop words removed, stemmed. */
export function termsOf(normalised: string, language: Language): Term[] {
  const terms: Term[] = []
  for (const word of wordsOf(normalised)) {
    if (languages[language].stopWords.has(word)) continue
    terms.push({ stem: stemOf(word, language), weak: languages[language].weakWords.has(word) })
  }
  return terms
}

/** Spellings of a word on a keyboard without accents: "devolución" → "devolucion", "größe" → "groesse". */
export function unaccentedSpellings(word: string): string[] {
  const folded = foldAccents(word)
  if (folded === word) return []
  const spelled = SPELLINGS.map((letters) =>
    letters.reduce((text, [letter, plain]) => text.replaceAll(letter, plain), word),
  )
  return [...new Set([folded, ...spelled])]
}

/** A shorter stem is no beginning to search for: "wat" of "water" would find "watch". */
const MIN_BEGINNING = 5
const MIN_WORD = 3

/**
 * How to find a word (lower case, without accents) with other endings, whatever its language: the beginning that its forms share,
 * and the whole words that are too short to be a beginning. "deliveries" gives "deliver", "taxes" gives "taxes" and the word "tax".
 */
export function otherEndings(word: string): { beginning: string; words: string[] } {
  const stems = [...new Set(LANGUAGES.map((language) => stemOf(word, language)))]
  // Stemmers write a final y as i.
  const shared = stems.map((stem) => sharedBeginning(word, stem).replace(/i$/, ''))
  const beginning = shared
    .filter((start) => start.length >= MIN_BEGINNING)
    .reduce((shortest, start) => (start.length < shortest.length ? start : shortest), word)
  const whole = stems.flatMap((stem) => [stem, stem.replace(/i$/, 'y')]).filter((stem) => stem.length >= MIN_WORD)
  return { beginning, words: [...new Set(whole)].filter((stem) => !stem.startsWith(beginning)) }
}

function sharedBeginning(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return one.slice(0, length)
}

/** PostgreSQL's text search configuration for a language. */
export const textSearchConfiguration = (language: Language): string => READERS[language].search.stemmer ?? 'simple'
