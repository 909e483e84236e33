import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import type { NotificationOf, Recipient, ReportFacts } from '#server/notification/notifications.ts'
import { type Letter, letter, senderOf } from './letter.ts'

type About = NotificationOf<'report_daily' | 'report_weekly' | 'report_monthly'>
type Format = (value: number) => string

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** To a member who chose it: the figures of a day, a week or a month, each with its change. */
export function reportLetter(about: About, { language }: Recipient): Letter {
  const { baseUrl, tenant } = about
  const { from, to } = about.facts
  const locale = { locale: language }
  const business = tenant.name
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const shown = days.formatRange(new Date(from), new Date(to))
  const isDay = from === to
  return letter(
    isDay
      ? m.notification_report_subject_day({ business, day: shown }, locale)
      : m.notification_report_subject_days({ business, days: shown }, locale),
    {
      sender: senderOf(about),
      language,
      title: isDay
        ? m.notification_report_title({ day: shown }, locale)
        : m.notification_report_title_days({ days: shown }, locale),
      lead: m.notification_report_lead({}, locale),
      facts: figuresOf(about.facts, language),
      quote: null,
      action: {
        label: m.notification_report_open({}, locale),
        url: `${baseUrl}/admin?section=analytics&from=${from}&to=${to}`,
      },
      reason: m.notification_report_why({ business }, locale),
    },
  )
}

function figuresOf(facts: ReportFacts, language: Language) {
  const locale = { locale: language }
  const number: Format = (value) => value.toLocaleString(language, { maximumFractionDigits: 2 })
  const duration: Format = (seconds) => durationIn(seconds, language)
  const percent: Format = (share) => share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })
  const points: Format = (share) => m.notification_report_points({ points: number(Math.round(100 * share)) }, locale)
  const stars: Format = (value) => m.notification_report_stars_value({ stars: number(value) }, locale)
  const line = (label: string, { value, before }: ReportFacts['created'], format: Format, change = format) => ({
    label,
    value:
      value === null
        ? m.notification_report_none({}, locale)
        : `${format(value)}${before === null ? '' : ` (${signed(value - before, change)})`}`,
  })
  return [
    line(m.notification_report_created({}, locale), facts.created, number),
    line(m.notification_report_resolved({}, locale), facts.resolved, number),
    line(m.notification_report_backlog({}, locale), facts.backlog, number),
    line(m.notification_report_response({}, locale), facts.firstResponseSeconds, duration),
    line(m.notification_report_stars({}, locale), facts.stars, stars, number),
    line(m.notification_report_ai({}, locale), facts.resolvedByAi, percent, points),
  ]
}

const signed = (by: number, format: Format): string =>
  by === 0 ? '±0' : `${by > 0 ? '+' : '−'}${format(Math.abs(by))}`

function durationIn(seconds: number, language: Language): string {
  const locale = { locale: language }
  const tenths = (value: number) => ({ count: (Math.round(10 * value) / 10).toLocaleString(language) })
  if (seconds < MINUTE) return m.notification_report_seconds({ count: String(Math.round(seconds)) }, locale)
  if (seconds < HOUR) return m.notification_report_minutes({ count: String(Math.round(seconds / MINUTE)) }, locale)
  if (seconds < 2 * DAY) return m.notification_report_hours(tenths(seconds / HOUR), locale)
  return m.notification_report_days(tenths(seconds / DAY), locale)
}
