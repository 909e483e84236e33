import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import { READERS, splitWords } from './readers.ts'

/** What is known of the language before the text is read. */
export type LanguagePrior = {
  /** The language of the conversation so far. */
  conversation?: Language | null
  /** The languages of the customer's browser (Accept-Language), the preferred first. */
  accepted?: readonly Language[]
}

/** Texts of at most so many words get a larger bonus for the conversation's and the browser's language. */
const FEW_WORDS = 3
const CONVERSATION_BONUS = { few: 0.2, many: 0.04 }
const ACCEPTED_BONUS = { few: 0.1, many: 0.02 }
const SHORT_WORD_BONUS = 1
const MAX_CHARACTERS = 350

/**
 * Detects the language of a text. The languages of the conversation and of the browser get a bonus, a larger one for short texts. Null
 * without a score in any language and without a prior.
 */
export function detectLanguage(text: string, prior: LanguagePrior = {}): Language | null {
  const typed = wordsOf(text)
  const scores = scoresOf(typed)
  const measure = typed.length <= FEW_WORDS ? 'few' : 'many'
  const hasNoScore = scores.every((score) => score === 0)
  if (prior.conversation) scores[LANGUAGES.indexOf(prior.conversation)]! += CONVERSATION_BONUS[measure]
  const [accepted] = prior.accepted ?? []
  if (accepted) scores[LANGUAGES.indexOf(accepted)]! += ACCEPTED_BONUS[measure]
  if (hasNoScore && !prior.conversation && !accepted) return null
  const best = Math.max(...scores)
  return LANGUAGES[scores.indexOf(best)]!
}

/** Words that are a whole message and too short to detect by their letters, in the order of `LANGUAGES`. */
const shortWords = LANGUAGES.map((language) => splitWords(READERS[language].detection.shortWords))

/** How well the words fit each language, 0 to about 1, in the order of `LANGUAGES`. */
function scoresOf(typed: string[]): number[] {
  const grams = new Set(typed.flatMap(gramsOf))
  const sums = LANGUAGES.map(() => 0)
  for (const gram of grams) {
    for (const [column, score] of (table().get(gram) ?? []).entries()) sums[column]! += score
  }
  return sums.map((sum, column) => {
    const average = grams.size === 0 ? 0 : sum / grams.size
    const known = typed.length <= FEW_WORDS ? typed.filter((word) => shortWords[column]!.has(word)).length : 0
    return average / (average + SCALE) + SHORT_WORD_BONUS * Math.min(1, known)
  })
}

/** Brings eld's scores to 0 to 1. */
const SCALE = 25
const SEPARATORS = /[^\p{L}]+(?<!['`’])/gu

function wordsOf(text: string): string[] {
  const plain = text.slice(0, MAX_CHARACTERS).replace(SEPARATORS, ' ').trim().toLowerCase()
  return plain === '' ? [] : plain.split(' ')
}

/** The n-grams of a word as the language detector eld makes them: four bytes, three apart, with a blank at the word's beginning and end. */
function gramsOf(word: string): string[] {
  const bytes = Buffer.from(word).toString('latin1').slice(0, MAX_WORD_BYTES)
  const grams: string[] = []
  let at = 0
  for (; at + 4 < bytes.length; at += 3) grams.push((at === 0 ? ' ' : '') + bytes.slice(at, at + 4))
  grams.push(`${at === 0 ? ' ' : ''}${bytes.slice(bytes.length === 3 ? 0 : -4)} `)
  return grams
}

const MAX_WORD_BYTES = 70

/** Loaded with the first question: memory that an idle server does not need. */
let loaded: ReadonlyMap<string, number[]> | null = null

/** The score of each n-gram for each language, in the order of `LANGUAGES`. */
function table(): ReadonlyMap<string, number[]> {
  if (loaded) return loaded
  const scores = new Map<string, number[]>()
  for (const [column, language] of LANGUAGES.entries()) {
    const { ngrams } = JSON.parse(readFileSync(READERS[language].detection.ngramsFile, 'utf8')) as NgramFile
    for (const [score, grams] of Object.entries(ngrams)) {
      for (const gram of grams.split('|')) {
        const row = scores.get(gram) ?? LANGUAGES.map(() => 0)
        row[column] = Number(score)
        scores.set(gram, row)
      }
    }
  }
  loaded = scores
  return loaded
}

/** The n-grams of a language by their score, those of one score joined by `|`. */
type NgramFile = { ngrams: Record<string, string> }
