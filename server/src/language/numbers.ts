import { allWords, anyOf, LEXICONS } from './lexicons.ts'
import { splitWords } from './readers.ts'

/** A number in a text, with its unit where it has one. */
export type Quantity = { value: string; unit: Unit }
/** `thing`: counts something that is no measure; `bare`: a number without a unit. */
export type Unit = string | 'thing' | 'bare'

/** The figures of a text, written in digits or in words of any supported language. */
export type Figures = {
  quantities: Quantity[]
  /** Words with letters and digits, such as order and product codes, in lower case. */
  codes: Set<string>
  /** Runs of seven digits and more without their separators: telephone, account and order numbers. */
  runs: Set<string>
}

/** Signs and abbreviations of every language. */
export const SIGNS: Record<string, string> = {
  usd: '$ usd',
  eur: '€ eur',
  gbp: '£ gbp',
  percent: '%',
  km: 'km',
  kg: 'kg',
  gram: 'g',
  m: 'm',
  cm: 'cm',
  mm: 'mm',
  gb: 'gb',
  mb: 'mb',
  degree: '° °c °f',
}
const lexicons = Object.values(LEXICONS).map(({ numbers }) => numbers)
const pairs = (lists: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(lists).flatMap(([meaning, list]) =>
    [...splitWords(list)].map((word): [string, string] => [word, meaning]),
  )

const NUMBER_WORDS = new Map(
  lexicons.flatMap(({ values }) => pairs(values)).map(([word, value]) => [word, Number(value)]),
)
/** "One" counts only before a unit: "one of them" is no number. */
const ONE = allWords(({ numbers }) => numbers.one)
const UNITS = new Map(
  [SIGNS, ...lexicons.map(({ units }) => units)].flatMap(pairs).map(([word, unit]) => [word.replace('_', ' '), unit]),
)
const PER_CENT = lexicons.flatMap(({ perCent }) => (perCent ? [perCent] : []))
const CLOCK_MARKS = allWords(({ numbers }) => numbers.clockMarks)
const AFTER_DIGITS = new Set(['h', 'x', ...allWords(({ numbers }) => numbers.ordinalEndings)])
const BEFORE_UNIT = new RegExp(`^(?:${anyOf(({ numbers }) => numbers.beforeUnit)})$`)
/** "2 or 3 days", "5 to 10 days": the first counts what the second counts. */
const JOINS = new Set(['–', '—', '-', '/', ...allWords(({ numbers }) => numbers.joins)])

const TOKEN =
  /[$€£]|°[cf]?|%|\p{L}*\d(?:[\d.,:'’]*\d)?(?:[\p{L}]+\d*)*|\p{L}+(?:['’.-]\p{L}+)*\.?|[–—/-]|[;:!?,()]|\n/gu

/** Reads all figures of a text. */
export function figuresOf(text: string): Figures {
  const figures: Figures = { quantities: [], codes: new Set(), runs: runsOf(text) }
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token)
  for (const [at, token] of tokens.entries()) {
    for (const value of valuesOf(token, tokens, at, figures.codes)) {
      figures.quantities.push({ value, unit: value.startsWith('clock') ? 'clock' : unitAt(tokens, at) })
    }
  }
  return figures
}

function runsOf(text: string): Set<string> {
  const found = text.match(/\d(?:[ ().\u00a0/-]{0,2}\d){6,}/g) ?? []
  return new Set(found.map((run) => run.replace(/\D/g, '')))
}

/** The values of a token: none, or one for each meaning of its separators. */
function valuesOf(token: string, tokens: string[], at: number, codes: Set<string>): string[] {
  const lower = token.toLowerCase()
  if (/\d/.test(lower)) {
    const split = /^(\d[\d.,:'’]*)(\p{L}+)?$/u.exec(lower)
    if (!split || (split[2] && !UNITS.has(split[2]) && !AFTER_DIGITS.has(split[2]))) {
      codes.add(lower)
      return []
    }
    const clock = clockValues(split[1]!, tokens, at)
    return clock.length > 0 ? clock : readings(split[1]!)
  }
  if (ONE.has(lower)) return measureAt(tokens, at + 1) ? ['1'] : []
  const [first, second] = lower.split('-')
  const tens = NUMBER_WORDS.get(first ?? '')
  const ones = NUMBER_WORDS.get(second ?? '')
  // "two-factor" is a name of something, "two-hour" a measure.
  if (tens === undefined || (second && ones === undefined && !UNITS.has(second))) return []
  return [String(ones !== undefined && tens >= 20 && ones < 10 ? tens + ones : tens)]
}

const clockOf = (token: string) => /^\d{1,2}:\d{2}$/.test(token)

/** A time of day as minutes: 14:00, 2 pm and 14 Uhr are one moment. */
function clockValues(digits: string, tokens: string[], at: number): string[] {
  const [hours = 0, minutes = 0] = digits.split(/[:.]/).map(Number)
  const mark = (tokens[at + 1] ?? '').toLowerCase().replaceAll('.', '')
  const isClock = clockOf(digits) || CLOCK_MARKS.has(mark)
  if (!isClock || hours > 24 || minutes > 59) return []
  const shifted = mark === 'pm' && hours < 12 ? hours + 12 : mark === 'am' && hours === 12 ? 0 : hours
  return [`clock${shifted * 60 + minutes}`]
}

/** "1,500" is fifteen hundred here and one and a half there; either may be meant. */
function readings(digits: string): string[] {
  const plain = digits.replace(/['’]/g, '').replace(/[.,:]+$/, '')
  const parts = plain.split(/[.,:]/)
  if (parts.length === 1) return [String(Number(plain))]
  const isGrouped = parts.slice(1).every((part) => part.length === 3)
  if (isGrouped) return [String(Number(parts.join('')))]
  if (parts.length === 2) return [String(Number(parts.join('.')))]
  const isMoney = parts.slice(1, -1).every((part) => part.length === 3) && /[.,]\d{2}$/.test(plain)
  return isMoney
    ? [String(Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`))]
    : parts.map((p) => String(Number(p)))
}

/** The measure that begins at a token, past "business" and the like. */
function measureAt(tokens: string[], at: number): string | null {
  const next = tokens.slice(at, at + 3).map((token) => token.toLowerCase().replace(/(?<=\p{L}{3})\.$/u, ''))
  const [first = '', second = '', third = ''] = next
  if (PER_CENT.some(([per, cent]) => first === per && second === cent)) return 'percent'
  if (first === '-' || BEFORE_UNIT.test(first))
    return UNITS.get(second) ?? (BEFORE_UNIT.test(second) ? (UNITS.get(third) ?? null) : null)
  return UNITS.get(first) ?? UNITS.get(first.replace(/\.$/, '')) ?? null
}

function unitAt(tokens: string[], at: number): Unit {
  const before = tokens[at - 1] ?? ''
  if ('$€£'.includes(before) && before !== '') return UNITS.get(before)!
  const suffix = /^\d[\d.,:'’]*(\p{L}+)$/u.exec(tokens[at]!.toLowerCase())?.[1]
  if (suffix && UNITS.has(suffix)) return UNITS.get(suffix)!
  // "a six-minute walk"
  const joined = UNITS.get(/^\p{L}+-(\p{L}+)$/u.exec(tokens[at]!.toLowerCase())?.[1] ?? '')
  if (joined) return joined
  const measure = measureAt(tokens, at + 1)
  if (measure) return measure
  const next = (tokens[at + 1] ?? '').toLowerCase()
  if (JOINS.has(next) && /\d|^\p{L}/u.test(tokens[at + 2] ?? '')) {
    const follows = tokens[at + 2]!
    const isCurrency = '$€£'.includes(follows)
    if (isCurrency) return UNITS.get(follows)!
    if (/\d/.test(follows) || NUMBER_WORDS.has(follows.toLowerCase())) {
      const later = measureAt(tokens, at + 3)
      if (later) return later
    }
  }
  // "9 h" is a time here and a duration there.
  return /^\p{L}/u.test(next) && next !== 'h' && !JOINS.has(next) ? 'thing' : 'bare'
}

/** Whether the evidence contains a number with the same unit: 12 pounds are not 12 days. */
export function hasQuantity(evidence: readonly Quantity[], claimed: Quantity): boolean {
  return evidence.some(({ value, unit }) => {
    if (value !== claimed.value) return false
    if (claimed.unit === 'bare' || unit === claimed.unit || unit === 'bare') return true
    return false
  })
}
