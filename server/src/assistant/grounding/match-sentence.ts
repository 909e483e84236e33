import type { Language } from '#contracts/languages.ts'
import { normaliseText, termsOf } from '#server/knowledge/service.ts'
import { detectLanguage, figuresOf, visible } from '#server/language/service.ts'
import type { Evidence } from './evidence.ts'
import { CACHED_PASSAGES, memoize } from './memoize.ts'
import { type SourceSentence, sentenceKey, splitSource } from './source-sentences.ts'

/** A sentence of a source with the source it stands in. */
export type Located = { evidence: Evidence; sentence: SourceSentence }

/** A weighted bag of what a text states: stems of words, and numbers. */
type Terms = ReadonlyMap<string, number>

/** Parts of a score, which is at most 1. */
const RECALL = 0.55
const PRECISION = 0.15
const LETTERS = 0.3
/** A number tells sentences apart better than a word. */
const NUMBER_WEIGHT = 2
/** Words any text may have count little. */
const WEAK_WEIGHT = 0.3
/** A word that stands in the title of the source only. */
const TITLE_SHARE = 0.5

/** What of a sentence stands in others: which source sentence it means, and what of it that sentence lacks. */
export type Matcher = {
  /** The sentence that has the same key; null where none has. */
  find(text: string, among: readonly Located[]): Located | null
  /** The sentence that says most of a text, with its score from 0 to 1. */
  best(text: string, among: readonly Located[]): { located: Located; score: number } | null
  /** The sentences, at most `most`, that have what the given ones lack of a text: each brings most of what is still missing. */
  cover(text: string, by: readonly Located[], among: readonly Located[], most: number): Located[]
}

/** The sentences of a source with their places. */
export const locate = (evidence: Evidence): Located[] =>
  splitSource(evidence.text).map((sentence) => ({ evidence, sentence }))

/** Creates a matcher whose weights of words come from the sentences of these sources. */
export function createMatcher(all: readonly Located[]): Matcher {
  let frequency: Map<string, number> | null = null
  const weigh = (term: string, weight: number) => {
    // A model that chooses by ids needs no weights.
    frequency ??= frequenciesIn(all)
    return weight * Math.log(1 + all.length / (1 + (frequency.get(term) ?? 0)))
  }
  const sum = (terms: Iterable<[string, number]>) => {
    let total = 0
    for (const [term, weight] of terms) total += weigh(term, weight)
    return total
  }
  const score = (text: string, { evidence, sentence }: Located): number => {
    const language = languageOf(evidence)
    const wanted = termsIn(text, language)
    // Words that any sentence may have point to none.
    if (wanted.size === 0) return 0
    const has = termsIn(sentence.text, language)
    const title = termsIn(evidence.title, language)
    const shared = sum([...wanted].filter(([term]) => has.has(term)))
    const titled = sum([...wanted].filter(([term]) => !has.has(term) && title.has(term)))
    const recall = (shared + TITLE_SHARE * titled) / (sum(wanted) || 1)
    const precision = shared / (sum(has) || 1)
    return RECALL * recall + PRECISION * precision + LETTERS * overlapOfLetters(text, sentence.text)
  }
  return {
    find(text, among) {
      const key = sentenceKey(text)
      return key === '' ? null : (among.find(({ sentence }) => sentence.key === key) ?? null)
    },
    best(text, among) {
      let best: { located: Located; score: number } | null = null
      for (const located of among) {
        const found = score(text, located)
        if (!best || found > best.score) best = { located, score: found }
      }
      return best
    },
    cover(text, by, among, most) {
      const chosen: Located[] = []
      const first = by[0]
      if (!first) return chosen
      const language = languageOf(first.evidence)
      const known = [first.evidence.title, ...by.map(({ sentence }) => sentence.text)].join('\n')
      const held = new Set(termsIn(known, language).keys())
      const missing = new Map([...termsIn(text, language)].filter(([term]) => !held.has(term)))
      const left = among.filter((one) => !by.includes(one))
      while (chosen.length < most) {
        const gains = left.map((one) => {
          const has = termsIn(one.sentence.text, language)
          return { one, gain: sum([...missing].filter(([term]) => has.has(term))) }
        })
        const best = gains.reduce<(typeof gains)[number] | null>(
          (top, each) => (each.gain > (top?.gain ?? 0) ? each : top),
          null,
        )
        if (!best) break
        chosen.push(best.one)
        left.splice(left.indexOf(best.one), 1)
        for (const term of termsIn(best.one.sentence.text, language).keys()) missing.delete(term)
      }
      return chosen
    },
  }
}

/** In how many sentences each term stands. */
function frequenciesIn(all: readonly Located[]): Map<string, number> {
  const frequency = new Map<string, number>()
  for (const { evidence, sentence } of all)
    for (const term of termsIn(sentence.text, languageOf(evidence)).keys())
      frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return frequency
}

/** The language a source is written in. */
export const languageOf = ({ title, text }: Evidence): Language => detected(`${title} ${text}`).language
const detected = memoize((text) => ({ language: detectLanguage(text) ?? 'en' }), CACHED_PASSAGES)

const CACHED_SENTENCES = 4_000
const termsIn = (text: string, language: Language): Terms => cachedTerms(`${language}${text}`)
const cachedTerms = memoize((key): Terms => {
  const language = key.slice(0, 2) as Language
  const text = visible(key.slice(2))
  const terms = new Map<string, number>()
  for (const { stem, weak } of termsOf(normaliseText(text, language), language))
    if (!/^\d+$/.test(stem)) terms.set(stem, weak ? WEAK_WEIGHT : 1)
  for (const { value } of figuresOf(text).quantities) terms.set(`#${value}`, NUMBER_WEIGHT)
  return terms
}, CACHED_SENTENCES)

const LETTERS_IN_A_ROW = 3
const lettersOf = memoize((text): ReadonlySet<string> => {
  const plain = ` ${visible(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
  return new Set(
    Array.from({ length: Math.max(0, plain.length - LETTERS_IN_A_ROW + 1) }, (_, at) =>
      plain.slice(at, at + LETTERS_IN_A_ROW),
    ),
  )
}, CACHED_SENTENCES)

/** The share of the runs of three letters that two texts have in common (Dice coefficient). */
function overlapOfLetters(one: string, other: string): number {
  const [a, b] = [lettersOf(one), lettersOf(other)]
  let shared = 0
  for (const run of a) if (b.has(run)) shared += 1
  return (2 * shared) / (a.size + b.size || 1)
}
