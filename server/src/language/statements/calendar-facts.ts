import type { Language } from '#contracts/languages.ts'
import { LEXICONS } from '#server/language/lexicons.ts'
import { type Bound, boundsBefore, type Place } from './bounds.ts'
import { type StatementWords, statementWords } from './words.ts'

/** A time of day in minutes, perhaps of either half of the day; a date as month and day; days of the week. */
export type CalendarFact = Place &
  (
    | { kind: 'clock'; values: readonly number[]; bounds: Bound[] }
    | { kind: 'date'; value: string; year: number | null; bounds: Bound[] }
    | { kind: 'weekday'; value: number }
    | { kind: 'month'; value: number }
  )

const HALF_DAY = 12 * 60
const DAY = 24 * 60
const NUMERIC_DATE = /(?<![\d.,])(\d{1,2})([./])(\d{1,2})\2?(\d{4}|\d{2})?(?![\d,]|[.:]\d)/g
const ISO_DATE = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g
/** "9 am", "9:30", "14 Uhr", "18 h 30". */
const CLOCK =
  /(?<![\p{L}\d.,:])(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.m\.|[ap]m(?!\p{L})|o['’]clock|uhr(?:\s+(\d{2})(?!\d))?|h(?:eures?)?\s?(\d{2})?(?![\p{L}\d]))?/giu

export function readCalendar(sentence: string, language: Language): CalendarFact[] {
  const words = statementWords(language)
  const timed = [...readDates(sentence, words), ...readClocks(sentence, words)]
  const isFree = ({ start, end }: Place) => !timed.some((fact) => start < fact.end && fact.start < end)
  return [...timed, ...readDays(sentence, words).filter(isFree)]
}

type DateFact = Extract<CalendarFact, { kind: 'date' }>

function readDates(sentence: string, words: StatementWords): DateFact[] {
  const found: DateFact[] = []
  const add = (at: RegExpMatchArray, month: number, day: number, year: number | null) => {
    if (month < 1 || month > 12 || day < 1 || day > 31) return
    const start = at.index ?? 0
    const bounds = boundsBefore(sentence.slice(0, start), words.language)
    found.push({ kind: 'date', value: `${month}-${day}`, year, bounds, start, end: start + at[0].trimEnd().length })
  }
  const names = [...words.months.keys()].join('|')
  if (names) {
    const dayFirst = new RegExp(
      `(?<!\\p{N})(\\d{1,2})(?:\\.|st|nd|rd|th|er)?\\s+(?:of\\s+|de\\s+)?(${names})(?!\\p{L})(?:,?\\s+(?:de\\s+)?(\\d{4}))?`,
      'giu',
    )
    for (const at of sentence.matchAll(dayFirst))
      add(at, words.months.get(at[2]!.toLowerCase())! + 1, Number(at[1]), at[3] ? Number(at[3]) : null)
    const monthFirst = new RegExp(
      `(?<!\\p{L})(${names})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?!\\p{N})(?:,?\\s+(\\d{4}))?`,
      'giu',
    )
    for (const at of sentence.matchAll(monthFirst))
      add(at, words.months.get(at[1]!.toLowerCase())! + 1, Number(at[2]), at[3] ? Number(at[3]) : null)
  }
  for (const at of sentence.matchAll(ISO_DATE)) add(at, Number(at[2]), Number(at[3]), Number(at[1]))
  for (const at of sentence.matchAll(NUMERIC_DATE)) {
    // "9.30" alone is a time or an amount; a date has a stop or a year behind its month.
    const isWhole = at[4] !== undefined || /[./]\d{1,2}\.$/.test(at[0])
    if (isWhole && (words.language !== 'en' || Number(at[1]) > 12)) add(at, Number(at[3]), Number(at[1]), null)
  }
  return found
}

function readClocks(sentence: string, words: StatementWords): CalendarFact[] {
  const { comparison, numbers } = LEXICONS[words.language]
  const found: CalendarFact[] = []
  const marks = new RegExp(`^(?:${numbers.clockMarks.split(' ').join('|')})`, 'i')
  const beforeHour = comparison.beforeHour && new RegExp(`(?:^|[\\s(])(?:${comparison.beforeHour})\\s*$`, 'iu')
  const put = (start: number, end: number, minutes: number, isOpen: boolean) => {
    if (minutes > DAY) return
    const values = isOpen && minutes < HALF_DAY + 60 ? [minutes, (minutes + HALF_DAY) % DAY] : [minutes % DAY]
    found.push({ kind: 'clock', values, bounds: boundsBefore(sentence.slice(0, start), words.language), start, end })
  }
  for (const at of sentence.matchAll(CLOCK)) {
    const [whole, hour, minute, mark = '', minuteUhr, minuteH] = at
    const start = at.index
    const end = start + whole.trimEnd().length
    const before = sentence.slice(0, start)
    const isHourSign = /^h/i.test(mark)
    const isMarked =
      /^[ap]\.?m/i.test(mark) || /^o['’]/i.test(mark) || /^uhr/i.test(mark) || (mark !== '' && marks.test(mark))
    const isColon = minute !== undefined && whole.includes(':')
    // "48 h" is a duration; "à 18 h" and "19 h 30" are times.
    const isTime =
      isMarked || isColon || (isHourSign && (minuteH !== undefined || (beforeHour !== '' && beforeHour.test(before))))
    if (!isTime || Number(hour) > 24 || Number(minute ?? 0) > 59) continue
    const isAfternoon = /^p/i.test(mark) && Number(hour) < 12
    const isMidnight = /^a/i.test(mark) && Number(hour) === 12
    const hours = isAfternoon ? Number(hour) + 12 : isMidnight ? 0 : Number(hour)
    put(start, end, hours * 60 + Number(minute ?? minuteUhr ?? minuteH ?? 0), false)
  }
  if (beforeHour !== '') readHoursInWords(sentence, words, put)
  return found
}

/** "A las ocho y media": the half of the day is not said. */
function readHoursInWords(
  sentence: string,
  words: StatementWords,
  put: (start: number, end: number, minutes: number, isOpen: boolean) => void,
): void {
  const { beforeHour, minutesInWords } = LEXICONS[words.language].comparison
  const names = [...words.numbers].filter(([, value]) => value >= 1 && value <= 12).map(([word]) => word)
  const minutes = Object.keys(minutesInWords).join('|')
  const pattern = new RegExp(
    `(?<=(?:^|[\\s(])(?:${beforeHour})\\s+)(${names.join('|')})(?!\\p{L})(?:\\s+(?:heures?))?(?:\\s+(${minutes}))?(?!\\p{L})`,
    'giu',
  )
  for (const at of sentence.matchAll(pattern)) {
    const next = /^\s+(\p{L}+)/u.exec(sentence.slice(at.index + at[0].length))?.[1]?.toLowerCase()
    // "De dos días" counts days.
    if (next && words.units.has(next)) continue
    const extra = at[2] ? (minutesInWords[at[2].toLowerCase()] ?? 0) : 0
    put(at.index, at.index + at[0].length, words.numbers.get(at[1]!.toLowerCase())! * 60 + extra, true)
  }
}

const TOKEN = /\p{L}+|[–—-]/gu

function readDays(sentence: string, words: StatementWords): CalendarFact[] {
  const { dates } = LEXICONS[words.language]
  const until = new RegExp(`^(?:${dates.until}|[–—-])$`, 'i')
  const found: CalendarFact[] = []
  const tokens = [...sentence.matchAll(TOKEN)]
  const dayOf = (at: number) => weekdayOf(tokens[at]?.[0].toLowerCase() ?? '', words)
  for (const [at, token] of tokens.entries()) {
    const word = token[0].toLowerCase()
    const place = { start: token.index, end: token.index + token[0].length }
    const day = dayOf(at)
    if (day !== null) {
      found.push({ kind: 'weekday', value: day, ...place })
      const last = until.test(tokens[at + 1]?.[0] ?? '') ? (dayOf(at + 2) ?? dayOf(at + 3)) : null
      // The days between are named without words of their own: they have the place of the first.
      for (let next = (day + 1) % 7; last !== null && next !== last && next !== day; next = (next + 1) % 7)
        found.push({ kind: 'weekday', value: next, ...place })
    }
    const month = words.months.get(word)
    const isMeant = !dates.ambiguousMonths.split(' ').includes(word) || (/^\p{Lu}/u.test(token[0]) && at > 0)
    if (month !== undefined && isMeant) found.push({ kind: 'month', value: month, ...place })
  }
  return found
}

const weekdayOf = (word: string, { weekdays }: StatementWords): number | null =>
  weekdays.get(word) ?? weekdays.get(word.replace(/s$/, '')) ?? null
