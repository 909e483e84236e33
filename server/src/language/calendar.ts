import { isOneSlip } from '#contracts/one-slip.ts'
import { allWords, anyOf, LEXICONS } from './lexicons.ts'
import { splitWords } from './readers.ts'
import type { DateWords } from './types.ts'

/** Weekdays and months a text names, as numbers, whatever the language. */
export type Days = { weekdays: Set<number>; months: Set<number>; nearDays: Set<string> }

const lexicons = Object.values(LEXICONS)
const names = (pick: (dates: DateWords) => readonly string[], length: number): ReadonlySet<string>[] =>
  Array.from(
    { length },
    (_, index) => new Set(lexicons.flatMap(({ dates }) => [...splitWords(pick(dates)[index] ?? '')])),
  )

const WEEKDAYS = names(({ weekdays }) => weekdays, 7)
const MONTHS = names(({ months }) => months, 12)
const AMBIGUOUS = allWords(({ dates }) => dates.ambiguousMonths)
const NEAR = new Map([
  ...[...allWords(({ dates }) => dates.tomorrow)].map((word) => [word, 'tomorrow'] as const),
  ...[...allWords(({ dates }) => dates.tonight)].map((word) => [word, 'tonight'] as const),
])
const TOMORROW = allWords(({ dates }) => `${dates.tomorrow} ${dates.tomorrowOrMorning}`)
const BEFORE_MORNING = allWords(({ dates }) => dates.beforeMorning)
const RANGE = new RegExp(`^(?:${anyOf(({ dates }) => dates.until)}|–|—|-)$`)

const WORD = /\p{L}+|[–—-]/gu

/** Reads the calendar words of a text; "Monday to Friday" names the days between as well. */
export function daysOf(text: string): Days {
  const days: Days = { weekdays: new Set(), months: new Set(), nearDays: new Set() }
  const tokens = text.match(WORD) ?? []
  for (const [at, token] of tokens.entries()) {
    const word = token.toLowerCase()
    const weekday = weekdayOf(word)
    if (weekday >= 0) {
      days.weekdays.add(weekday)
      const until = RANGE.test(tokens[at + 1]?.toLowerCase() ?? '')
        ? weekdayOf(tokens[at + 2]?.toLowerCase() ?? '')
        : -1
      for (let day = weekday; until >= 0 && day !== until; day = (day + 1) % 7) days.weekdays.add(day)
    }
    const month = MONTHS.findIndex((names) => names.has(word))
    const isMeant = !AMBIGUOUS.has(word) || (/^\p{Lu}/u.test(token) && at > 0)
    if (month >= 0 && isMeant) days.months.add(month)
    const near = NEAR.get(word)
    if (near) days.nearDays.add(near)
  }
  return days
}

/** "Mondays" is the plural of a day in English and German, "los lunes" is its own. */
const weekdayOf = (word: string): number =>
  WEEKDAYS.findIndex((names) => names.has(word) || names.has(word.replace(/(s|en)$/, '')))

const DAYS_OF_WEEK = 7

/** The day of the week (0: Monday) that a text asks about: by its name, a slip allowed, or as tomorrow. Null where it names none. */
export function namedDay(text: string, today: number): number | null {
  const words = (text.match(WORD) ?? []).map((token) => token.toLowerCase())
  for (const [at, word] of words.entries()) {
    const weekday = weekdayOf(word)
    if (weekday >= 0) return weekday
    if (TOMORROW.has(word) && !BEFORE_MORNING.has(words[at - 1] ?? '')) return (today + 1) % DAYS_OF_WEEK
    const meant = WEEKDAYS.findIndex((names) => [...names].some((name) => name.length >= 6 && isOneSlip(name, word)))
    if (meant >= 0) return meant
  }
  return null
}

/** Whether every day that is claimed is named by the evidence. */
export const namesDays = (evidence: Days, claimed: Days): boolean =>
  isWithin(claimed.weekdays, evidence.weekdays) &&
  isWithin(claimed.months, evidence.months) &&
  isWithin(claimed.nearDays, evidence.nearDays)

/** Whether a set holds nothing that the other lacks. */
export const isWithin = <T>(part: ReadonlySet<T>, whole: ReadonlySet<T>): boolean =>
  [...part].every((one) => whole.has(one))
