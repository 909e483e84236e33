import type { EscalationReason } from '#contracts/conversation/escalation.ts'
import type { ReplyStyle } from '#contracts/tenant/tenant.ts'
import * as m from '#i18n/messages.js'
import { readReplyStyle } from '#server/assistant/engine/style.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import type { Language } from '#server/language/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { dateFormat } from '#server/platform/text/date-format.ts'
import { openingAt, readTenant } from '#server/tenant/service.ts'

type Locale = { locale: Language }

const MESSAGE_OF: Record<
  EscalationReason,
  (wording: { business: string; style: ReplyStyle }, options: Locale) => string
> = {
  human_requested: m.assistant_escalation_human_requested,
  frustration_detected: m.assistant_escalation_frustration_detected,
  three_attempts: m.assistant_escalation_three_attempts,
  complex_issue: m.assistant_escalation_complex_issue,
  urgent_issue: m.assistant_escalation_urgent_issue,
  score: m.assistant_escalation_score,
}

/**
 * The assistant's message when it offers a person. Outside business hours it states when one will be available, in the business's
 * time zone by name, as the portal does.
 */
export async function handoverText(
  t: Tx,
  row: Pick<ConversationRow, 'language'>,
  reason: EscalationReason,
): Promise<string> {
  const [{ name, businessInfo }, style] = await Promise.all([readTenant(t), readReplyStyle(t)])
  const locale = { locale: row.language }
  const message = MESSAGE_OF[reason]({ business: name, style }, locale)
  const { isOpenNow, opensAt } = openingAt(businessInfo, t.now)
  if (isOpenNow || !opensAt) return message
  const { day, time } = formatOpening(row.language, businessInfo.timezone, opensAt, t.now)
  const back = day ? m.assistant_back_on({ day, time }, locale) : m.assistant_back_today({ time }, locale)
  return `${message} ${back}`
}

const CLOCK = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
const DAY_MS = 86_400_000
/** Beyond this a weekday without a date would be ambiguous. */
const WEEKDAY_WITHIN_DAYS = 6

type Moment = { day: string | null; time: string }

/** `9:00 AM EST` in a time zone (an unknown one counts as UTC), and the day unless it is today. */
function formatOpening(language: Language, timeZone: string, at: Date, now: Date): Moment {
  const written = (options: Intl.DateTimeFormatOptions, instant = at, locale: string = language) =>
    dateFormat(locale, { ...options, timeZone }).format(instant)
  const dateOf = (instant: Date) => Date.parse(written({ dateStyle: 'short' }, instant, 'en-CA'))
  const daysAhead = Math.round((dateOf(at) - dateOf(now)) / DAY_MS)
  const weekday = { weekday: 'long' } as const
  const time = written(CLOCK)
  if (daysAhead === 0) return { day: null, time }
  return {
    day: written(daysAhead <= WEEKDAY_WITHIN_DAYS ? weekday : { ...weekday, day: 'numeric', month: 'long' }),
    time,
  }
}
