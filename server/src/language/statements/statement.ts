import type { Language } from '#contracts/languages.ts'
import { isAttachedDenial, isDenial } from '#server/language/grounding-words.ts'
import { LEXICONS } from '#server/language/lexicons.ts'
import { READERS } from '#server/language/readers.ts'
import { isStopWord, stemOf } from '#server/language/search-text.ts'
import type { Opposite } from '#server/language/types.ts'
import type { Place } from './bounds.ts'
import { type Fact, readFacts } from './facts.ts'
import { type StatementWords, statementWords } from './words.ts'

/**
 * What a word of a statement is: a `topic` of the language's list, a `thing` that only this subject has, a `special` word that makes it a
 * case of its own, or `said` of the subject.
 */
export type Term = { key: string; kind: 'topic' | 'thing' | 'special' | 'said' }
/** One of two opposites that a statement says, or that it affirms or denies at all (`done`). */
export type Sign = { of: Opposite | 'done'; sign: 1 | -1; places: Place[] }
/** A sentence with what it is about and what it says of that. */
export type Statement = { text: string; language: Language; terms: Term[]; facts: Fact[]; signs: Sign[] }

type Word = Place & { text: string; lower: string; key: string }

const WORD = /\p{L}+(?:[-'’]\p{L}+)*/gu
/** Denials so many words before or after a word turn it round. */
const DENIED_BEFORE = 4
const DENIED_AFTER = 1
/** Shorter words are no part of a compound. */
const MIN_PART = 4
const MIN_COMPOUND = 9
/** No word, and each of its splits would be looked up. */
const MAX_COMPOUND = 60

/** Reads a sentence in a language. */
export function readStatement(text: string, language: Language): Statement {
  const words = statementWords(language)
  const facts = readFacts(text, language)
  const written = wordsOf(text, language, words)
  const isFree = ({ start, end }: Place) => !facts.some((fact) => start < fact.end && fact.start < end)
  const spans = phrasesOf(text, words)
  return {
    text,
    language,
    facts,
    terms: termsOf(written.filter(isFree), spans, words),
    signs: signsOf(text, written, spans, words),
  }
}

/** The words that a title or a question adds to what a statement is about. */
export const readSubject = (text: string, language: Language): Term[] => readStatement(text, language).terms

function wordsOf(text: string, language: Language, words: StatementWords): Word[] {
  const { elides } = READERS[language].search
  return [...text.matchAll(WORD)].flatMap(({ 0: found, index }) => {
    const cut = elides ? Math.max(found.lastIndexOf("'"), found.lastIndexOf('’')) + 1 : 0
    const word = found.slice(cut)
    const lower = word.toLowerCase().replaceAll('’', "'")
    if (word === '') return []
    // "Appelez-nous"
    const [head = '', tail] = lower.split('-')
    const isVerb = tail !== undefined && tail !== '' && isStopWord(tail, language) && !knownTerm(lower, words)
    const read = isVerb ? { text: word.slice(0, head.length), lower: head } : { text: word, lower }
    const end = isVerb ? index + cut + head.length : index + found.length
    return [{ ...read, key: read.lower.replaceAll('-', ''), start: index + cut, end }]
  })
}

type Phrase = Place & { phrase: string }

function phrasesOf(text: string, { phrases }: StatementWords): Phrase[] {
  const lower = text.toLowerCase()
  return phrases.flatMap((phrase) => {
    const at = lower.indexOf(phrase)
    const isWhole = at >= 0 && !/\p{L}/u.test(lower[at - 1] ?? '') && !/\p{L}/u.test(lower[at + phrase.length] ?? '')
    return isWhole ? [{ phrase, start: at, end: at + phrase.length }] : []
  })
}

function termsOf(written: readonly Word[], spans: readonly Phrase[], words: StatementWords): Term[] {
  const terms: Term[] = spans.flatMap(({ phrase }) => {
    const topic = words.topics.get(phrase)
    return topic ? [{ key: topic, kind: 'topic' as const }] : []
  })
  const isInPhrase = ({ start, end }: Place) => spans.some((span) => start >= span.start && end <= span.end)
  for (const [at, word] of written.entries()) {
    if (isInPhrase(word)) continue
    const before = written[at - 1]
    const isCommand = at === 0 && words.afterCommand.has(written[1]?.lower ?? '')
    const isPredicate =
      isCommand ||
      (before !== undefined && (words.predicateAfter.has(before.lower) || isDenial(before.lower, words.language)))
    const isNamed = before !== undefined && words.namedAfter.has(before.lower)
    terms.push(...termsOfWord(word, { isFirst: at === 0, isPredicate, isNamed }, words))
  }
  return [...new Map(terms.map((term) => [`${term.kind} ${term.key}`, term])).values()]
}

type Position = { isFirst: boolean; isPredicate: boolean; isNamed: boolean }

function termsOfWord(word: Word, { isFirst, isPredicate, isNamed }: Position, words: StatementWords): Term[] {
  const { language } = words
  const known = knownTerm(word.lower, words) ?? knownTerm(word.key, words)
  if (known) return known === 'common' ? [] : [known]
  if (isDenial(word.lower, language)) return []
  if (word.lower.length < 3) return []
  const { capitalisesNouns } = LEXICONS[language].grounding
  const isCapital = /^\p{Lu}/u.test(word.text)
  if (capitalisesNouns && !(isFirst && isPredicate)) {
    const parts = isCapital || isFirst ? partsOf(word.lower, words) : null
    if (parts) return parts
    return [{ key: stemOf(word.lower, language), kind: isCapital ? (isNamed ? 'special' : 'thing') : 'said' }]
  }
  if (isCapital && !isFirst) return [{ key: stemOf(word.lower, language), kind: 'special' }]
  return [{ key: stemOf(word.lower, language), kind: isPredicate ? 'said' : 'thing' }]
}

function knownTerm(lower: string, words: StatementWords): Term | 'common' | null {
  const stem = stemOf(lower, words.language)
  const topic = words.topics.get(lower)
  if (topic) return { key: topic, kind: 'topic' }
  if (words.special.has(stem)) return { key: stem, kind: 'special' }
  if (words.common.has(lower) || words.opposites.has(lower)) return 'common'
  const byStem = words.topicStems.get(stem)
  if (byStem) return { key: byStem, kind: 'topic' }
  return words.commonStems.has(stem) || words.units.has(lower) ? 'common' : null
}

/** A compound with a known part: that part, and the rest as a thing of its own. */
function partsOf(lower: string, words: StatementWords): Term[] | null {
  if (lower.length < MIN_COMPOUND || lower.length > MAX_COMPOUND) return null
  // The longest known beginning is the word that was meant.
  for (let at = lower.length - MIN_PART; at >= MIN_PART; at -= 1) {
    const [head, tail] = [lower.slice(0, at), lower.slice(at)]
    const start = knownTerm(head, words) ?? knownTerm(head.replace(/s$/, ''), words)
    const end = knownTerm(tail, words)
    if (!start && !end) continue
    const rest = (part: string, known: Term | 'common' | null): Term[] =>
      known === 'common' ? [] : [known ?? { key: stemOf(part.replace(/s$/, ''), words.language), kind: 'thing' }]
    return [...rest(head, start), ...rest(tail, end)]
  }
  return null
}

/** Which of opposites a sentence says, turned round by a denial beside it; and whether it denies the whole. */
function signsOf(text: string, written: readonly Word[], spans: readonly Phrase[], words: StatementWords): Sign[] {
  const { language } = words
  const denials = written.flatMap((word, at) =>
    isDenial(word.lower, language) || isAttachedDenial(word.lower, language) ? [{ word, at }] : [],
  )
  const used = new Set<number>()
  const signs: Sign[] = []
  const say = (spoken: Place, name: string, from: number, to: number) => {
    for (const { of, sign } of words.opposites.get(name) ?? []) {
      const beside = denials.filter(
        ({ word, at }) =>
          at >= from - DENIED_BEFORE &&
          at <= to + DENIED_AFTER &&
          (word.end <= spoken.start || word.start >= spoken.end) &&
          !/[.,;:!?]/.test(text.slice(Math.min(word.start, spoken.start), Math.max(word.end, spoken.end))),
      )
      for (const { at } of beside) used.add(at)
      for (let at = from; at <= to; at += 1) used.add(at)
      const places = [...beside.map(({ word }) => ({ start: word.start, end: word.end })), spoken]
      signs.push({ of, sign: beside.length > 0 ? (-sign as 1 | -1) : sign, places })
    }
  }
  const isInPhrase = ({ start, end }: Place) => spans.some((span) => start >= span.start && end <= span.end)
  for (const { phrase, ...place } of spans) {
    const inside = [...written.keys()].filter(
      (at) => written[at]!.start >= place.start && written[at]!.end <= place.end,
    )
    say(place, phrase, inside[0] ?? 0, inside.at(-1) ?? 0)
  }
  for (const [at, word] of written.entries())
    if (!isInPhrase(word)) say({ start: word.start, end: word.end }, word.lower, at, at)
  const rest = denials.filter(({ at }) => !used.has(at))
  const allowed = signs.filter(({ of }) => of === 'allowed')
  const done: Sign =
    rest.length > 0
      ? { of: 'done', sign: -1, places: rest.map(({ word }) => ({ start: word.start, end: word.end })) }
      : {
          of: 'done',
          sign: allowed.some(({ sign }) => sign < 0) ? -1 : 1,
          places: allowed.flatMap((one) => one.places),
        }
  return [...signs, done]
}
