import type { Language } from '#contracts/languages.ts'
import { LEXICONS } from '#server/language/lexicons.ts'
import { stemOf } from '#server/language/search-text.ts'
import { type Bound, boundsBefore, type Place } from './bounds.ts'
import { type StatementWords, statementWords } from './words.ts'

/** An amount, or a range of amounts, in a unit that others can be compared with. */
export type QuantityFact = Place & {
  kind: 'money' | 'duration' | 'percent' | 'measure' | 'count'
  /** What is measured: the currency, the kind of measure, or the stem of what is counted. */
  unit: string
  low: number
  high: number
  bounds: Bound[]
  /** "Per night", as the stem or unit of its last word. */
  each: string | null
}

const MONEY = new Set(['usd', 'eur', 'gbp', 'cent'])
const HOURS: Readonly<Record<string, number>> = {
  second: 1 / 3600,
  minute: 1 / 60,
  hour: 1,
  day: 24,
  week: 168,
  month: 730,
  year: 8760,
}
/** Measures of one kind, in their smallest unit. */
const MEASURES: Readonly<Record<string, readonly [string, number]>> = {
  km: ['length', 1e6],
  m: ['length', 1000],
  cm: ['length', 10],
  mm: ['length', 1],
  inch: ['length', 25.4],
  mile: ['length', 1_609_344],
  kg: ['weight', 1000],
  gram: ['weight', 1],
  gb: ['storage', 1024],
  mb: ['storage', 1],
  degree: ['degree', 1],
}
/** Five working days are up to seven days. */
const WORKING_DAY_FACTOR = 1.5

type Token = { text: string; lower: string; start: number; end: number }
type Amount = {
  value: number
  unit: string | null
  isWorking: boolean
  from: number
  to: number
  start: number
  end: number
}

const TOKEN = /[$€£%]|\d(?:[\d.,'’]*\d)?|\p{L}+(?:[-'’]\p{L}+)*|[–—-]|[;:!?,()/]/gu

/** The amounts of a sentence. */
export function readQuantities(sentence: string, language: Language): QuantityFact[] {
  const words = statementWords(language)
  const tokens = [...sentence.matchAll(TOKEN)].map(
    ({ 0: text, index }): Token => ({ text, lower: text.toLowerCase(), start: index, end: index + text.length }),
  )
  const amounts = tokens.flatMap((_, at) => amountAt(tokens, at, words) ?? [])
  const facts: QuantityFact[] = []
  let perUntil = 0
  for (let at = 0; at < amounts.length; at += 1) {
    const first = amounts[at]!
    const second = amounts[at + 1]
    const isRange = second !== undefined && joins(tokens, first, second, words)
    const last = isRange ? second : first
    // "20 euros a day": the day is what is paid for, and no period of its own.
    if (first.start < perUntil) continue
    const fact = factOf(sentence, tokens, first, last, words)
    if (fact) facts.push(fact)
    if (fact?.kind === 'money') perUntil = fact.end + (eachAfter(sentence.slice(fact.end), words)?.length ?? 0)
    if (isRange) at += 1
  }
  return facts
}

/** "2 to 3 days": the first number has no unit, or the same. */
function joins(tokens: readonly Token[], first: Amount, second: Amount, { language }: StatementWords): boolean {
  const between = tokens.slice(first.to, second.from).map(({ lower }) => lower)
  const words = new Set([...LEXICONS[language].numbers.joins.split(' '), '-', '–', '—'])
  const isJoined = between.length === 1 || (between.length === 2 && between[1] === 'zu')
  return isJoined && words.has(between[0]!) && (first.unit === null || first.unit === second.unit)
}

function factOf(
  sentence: string,
  tokens: readonly Token[],
  first: Amount,
  last: Amount,
  words: StatementWords,
): QuantityFact | null {
  const unit = last.unit ?? countedAt(tokens, last.to, words)
  if (unit === null) return null
  const bounds = boundsBefore(sentence.slice(0, first.start), words.language)
  const each = eachAfter(sentence.slice(last.end), words)?.unit ?? null
  const place = { start: first.start, end: last.end, bounds, each }
  const [low, high] = [Math.min(first.value, last.value), Math.max(first.value, last.value)]
  if (MONEY.has(unit)) {
    const inCents = unit === 'cent' ? 0.01 : 1
    return { kind: 'money', unit: unit === 'cent' ? 'eur' : unit, low: low * inCents, high: high * inCents, ...place }
  }
  if (unit === 'percent') return { kind: 'percent', unit, low, high, ...place }
  const hours = HOURS[unit]
  if (hours !== undefined) {
    const longest = last.isWorking ? WORKING_DAY_FACTOR : 1
    const of = isAge(sentence.slice(last.end), words.language) ? 'age' : 'time'
    return { kind: 'duration', unit: of, low: low * hours, high: high * hours * longest, ...place }
  }
  const measure = MEASURES[unit]
  if (measure) return { kind: 'measure', unit: measure[0], low: low * measure[1], high: high * measure[1], ...place }
  return unit === 'clock' ? null : { kind: 'count', unit, low, high, ...place }
}

/** "6 years old" is no period. */
function isAge(rest: string, language: Language): boolean {
  const { age } = LEXICONS[language].comparison
  return age !== '' && new RegExp(`^\\s*(?:${age})(?!\\p{L})`, 'iu').test(rest)
}

function amountAt(tokens: readonly Token[], at: number, words: StatementWords): Amount | null {
  const token = tokens[at]!
  const value = numberAt(token, tokens, at, words)
  if (value === null) return null
  const sign = tokens[at - 1]?.text ?? ''
  if ('$€£'.includes(sign) && sign !== '' && tokens[at - 1]!.end >= token.start - 1) {
    return {
      value,
      unit: words.units.get(sign)!,
      isWorking: false,
      from: at - 1,
      to: at + 1,
      start: tokens[at - 1]!.start,
      end: token.end,
    }
  }
  const measured = unitAfter(tokens, at + 1, words)
  const to = measured?.to ?? at + 1
  return {
    value,
    unit: measured?.unit ?? null,
    isWorking: measured?.isWorking ?? false,
    from: at,
    to,
    start: token.start,
    end: tokens[to - 1]!.end,
  }
}

/** The number a token stands for: in digits, or in words of the language. "One" is a number before a unit only. */
function numberAt(token: Token, tokens: readonly Token[], at: number, words: StatementWords): number | null {
  if (/^\d/.test(token.text)) return readDigits(token.text)
  if (words.one.has(token.lower)) {
    const unit = unitAfter(tokens, at + 1, words)?.unit
    // "A second look" counts no seconds.
    return unit && unit !== 'second' ? 1 : null
  }
  const [tens, ones] = token.lower.split('-').map((part) => words.numbers.get(part))
  if (tens === undefined) return null
  // "First" and the like count nothing.
  if (tens <= 10 && !unitAfter(tokens, at + 1, words) && /(?:st|nd|rd|th|te[nrs]?|er[oa]?|i[eè]me)$/.test(token.lower))
    return null
  return ones !== undefined && tens >= 20 && ones < 10 ? tens + ones : tens
}

/** "1,500" is fifteen hundred, "6,50" six and a half. */
export function readDigits(written: string): number {
  const plain = written.replace(/['’]/g, '')
  const parts = plain.split(/[.,]/)
  if (parts.length === 1) return Number(plain)
  if (parts.slice(1).every((part) => part.length === 3)) return Number(parts.join(''))
  return Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)
}

function unitAfter(
  tokens: readonly Token[],
  at: number,
  words: StatementWords,
): { unit: string; isWorking: boolean; to: number } | null {
  const { numbers, comparison } = LEXICONS[words.language]
  const [first = '', second = ''] = [tokens[at]?.lower, tokens[at + 1]?.lower]
  const working = comparison.workingDays === '' ? null : new RegExp(`^(?:${comparison.workingDays})$`, 'iu')
  if (working?.test(first)) return { unit: 'day', isWorking: true, to: at + 1 }
  if (working?.test(`${first} ${second}`)) return { unit: 'day', isWorking: true, to: at + 2 }
  if (numbers.perCent && first === numbers.perCent[0] && second === numbers.perCent[1])
    return { unit: 'percent', isWorking: false, to: at + 2 }
  const unit = words.units.get(first) ?? (first === 'h' ? 'hour' : undefined)
  if (unit) return { unit, isWorking: false, to: at + 1 }
  const isBefore = numbers.beforeUnit !== '' && new RegExp(`^(?:${numbers.beforeUnit})$`, 'iu').test(first)
  const later = isBefore || first === '-' ? words.units.get(second) : undefined
  return later ? { unit: later, isWorking: false, to: at + 2 } : null
}

/** What a number without a unit counts: the stem of the next word. */
function countedAt(tokens: readonly Token[], at: number, words: StatementWords): string | null {
  const next = tokens[at]
  if (!next || !/^\p{L}{3,}/u.test(next.text) || words.months.has(next.lower)) return null
  return words.topics.get(next.lower) ?? stemOf(next.lower, words.language)
}

function eachAfter(after: string, { language, units }: StatementWords): { unit: string; length: number } | null {
  const { each } = LEXICONS[language].comparison
  if (each === '') return null
  const found = new RegExp(`^\\s*(?:(?:${each})\\s+|/\\s*)(\\p{L}+)`, 'iu').exec(after)
  const word = found?.[1]?.toLowerCase()
  return found && word ? { unit: units.get(word) ?? stemOf(word, language), length: found[0].length } : null
}
