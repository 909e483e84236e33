import type { Weekday } from '#contracts/tenant/tenant.ts'
import * as m from '#i18n/messages.js'
import type { Question } from '#server/assistant/types.ts'
import type { Language, SentenceKind } from '#server/language/service.ts'
import { namedDay } from '#server/language/service.ts'
import { dateFormat } from '#server/platform/text/date-format.ts'
import { openingAt } from '#server/tenant/service.ts'

/** What a customer asks about the business itself; answered from its record, never from a model. */
const FACTS = [
  'phone',
  'email',
  'address',
  'hours',
  'open_now',
  'emergency_phone',
  'identity',
  'robot',
  'abilities',
] as const
export type Fact = (typeof FACTS)[number]

export const isFact = (kind: SentenceKind): kind is Fact => (FACTS as readonly string[]).includes(kind)

const WEEK: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const DAY_MS = 86_400_000

/** A fact in the customer's language; null where the business has not recorded it. */
export function factText(fact: Fact, question: Question): string | null {
  const { record, business, language } = question
  if (!record) return null
  const { phone, supportEmail, address, emergencyPhone, description } = record
  const locale = { locale: language }
  switch (fact) {
    case 'phone':
      return phone ? m.assistant_fact_phone({ business, phone }, locale) : null
    case 'email':
      return supportEmail ? m.assistant_fact_email({ business, email: supportEmail }, locale) : null
    case 'address':
      return address ? m.assistant_fact_address({ business, address }, locale) : null
    case 'emergency_phone':
      return emergencyPhone ? m.assistant_fact_emergency_phone({ phone: emergencyPhone }, locale) : null
    case 'hours':
    case 'open_now':
      return hoursText(fact, question)
    case 'identity':
      return m.assistant_fact_identity({ business, description }, locale).trim()
    case 'robot':
      return m.assistant_fact_robot({ business }, locale)
    case 'abilities':
      return m.assistant_fact_abilities({ business }, locale)
  }
}

/** The opening hours, the day that is asked about, and whether it is open now: times are the business's own, with their zone. */
function hoursText(
  fact: 'hours' | 'open_now',
  { record, business, language, text, askedAt = new Date() }: Question,
): string | null {
  if (!record || record.businessHours.days.length === 0) return null
  const { timezone, businessHours } = record
  const locale = { locale: language }
  const { start, end } = businessHours
  const days = dayRanges(businessHours.days, language)
  const all = m.assistant_fact_hours(
    { business, days, start, end, zone: zoneName(language, timezone, askedAt) },
    locale,
  )
  const asked = namedDay(text, todayIn(timezone, askedAt))
  if (asked !== null && (fact === 'hours' || asked !== todayIn(timezone, askedAt))) {
    const weekday = WEEK[asked]!
    const day = weekdayName(asked, language)
    const isOpen = businessHours.days.includes(weekday)
    const one = isOpen
      ? m.assistant_fact_day_open({ day, start, end }, locale)
      : m.assistant_fact_day_closed({ day }, locale)
    return `${one} ${all}`
  }
  const time = written(language, timezone, askedAt, { weekday: 'long', hour: 'numeric', minute: '2-digit' })
  const now = openingAt(record, askedAt).isOpenNow
    ? m.assistant_fact_open_now({ time }, locale)
    : m.assistant_fact_closed_now({ time }, locale)
  return `${now} ${all}`
}

const written = (language: Language, timeZone: string, at: Date, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(language, { ...options, timeZone }).format(at)

/** 0 is Monday. */
const todayIn = (timezone: string, at: Date): number =>
  ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(written('en', timezone, at, { weekday: 'short' }))

/** "CET", "GMT+1": the name of the time zone at a moment. */
function zoneName(language: Language, timezone: string, at: Date): string {
  const format = dateFormat(language, { timeZone: timezone, timeZoneName: 'short' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timezone
  return name.replace(/[+-]0$/, '')
}

/** A Monday, for names of weekdays. */
const MONDAY = Date.UTC(2024, 0, 1)
const weekdayName = (day: number, language: Language): string =>
  dateFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(MONDAY + day * DAY_MS))

/** "Monday to Friday and Sunday". */
function dayRanges(days: readonly Weekday[], language: Language): string {
  const open = WEEK.map((day) => days.includes(day))
  const ranges: string[] = []
  for (let from = 0; from < open.length; from++) {
    if (!open[from]) continue
    let to = from
    while (open[to + 1]) to += 1
    const [first, last] = [weekdayName(from, language), weekdayName(to, language)]
    if (to === from) ranges.push(first)
    else if (to === from + 1) ranges.push(first, last)
    else ranges.push(m.assistant_days_range({ from: first, to: last }, { locale: language }))
    from = to
  }
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(ranges)
}
