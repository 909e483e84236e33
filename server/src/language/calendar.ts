/** Weekdays and months a text names, as numbers, whatever the language. */
export type Days = { weekdays: Set<number>; months: Set<number>; nearDays: Set<string> }

const WEEKDAYS = [
  'monday lunes lundi montag montags',
  'tuesday martes mardi dienstag dienstags',
  'wednesday miércoles miercoles mercredi mittwoch mittwochs',
  'thursday jueves jeudi donnerstag donnerstags',
  'friday viernes vendredi freitag freitags',
  'saturday sábado sabado sábados samedi samstag samstags sonnabend',
  'sunday domingo domingos dimanche sonntag sonntags',
].map((list) => new Set(list.split(' ')))

const MONTHS = [
  'january enero janvier januar',
  'february febrero février februar',
  'march marzo mars märz',
  'april abril avril',
  'may mayo mai',
  'june junio juin juni',
  'july julio juillet juli',
  'august agosto août',
  'september septiembre septembre',
  'october octubre octobre oktober',
  'november noviembre novembre',
  'december diciembre décembre dezember',
].map((list) => new Set(list.split(' ')))

/** Months that are also verbs, or days in another language, count with a capital letter only. */
const AMBIGUOUS = new Set(['may', 'march', 'mars', 'august'])
const NEAR = new Map([
  ...['tomorrow', 'mañana', 'demain'].map((word) => [word, 'tomorrow'] as const),
  ...['tonight', 'overnight'].map((word) => [word, 'tonight'] as const),
])
const RANGE = /^(to|through|until|till|a|al|hasta|à|au|jusqu|bis|–|—|-)$/

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

/** Whether every day that is claimed is named by the evidence. */
export const namesDays = (evidence: Days, claimed: Days): boolean =>
  isWithin(claimed.weekdays, evidence.weekdays) &&
  isWithin(claimed.months, evidence.months) &&
  isWithin(claimed.nearDays, evidence.nearDays)

/** Whether a set holds nothing that the other lacks. */
export const isWithin = <T>(part: ReadonlySet<T>, whole: ReadonlySet<T>): boolean =>
  [...part].every((one) => whole.has(one))

/** The text without its calendar words, which are judged by themselves. */
export const withoutDays = (text: string): string =>
  text.replace(WORD, (token) => {
    const word = token.toLowerCase()
    const isMonth = !AMBIGUOUS.has(word) && MONTHS.some((names) => names.has(word))
    return isMonth || weekdayOf(word) >= 0 ? ' ' : token
  })
