import type { IssueTopic } from '#contracts/memory/memory.ts'
import * as m from '#i18n/messages.js'
import type { Language } from '#server/language/service.ts'
import type { Recollection } from '#server/memory/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { hourIn, readTenant } from '#server/tenant/service.ts'

type Locale = { locale: Language }

/** What the last visit was about, as it fits after "about". */
const TOPICS: Record<IssueTopic, (inputs: object, options: Locale) => string> = {
  password: m.memory_topic_password,
  sign_in: m.memory_topic_sign_in,
  second_factor: m.memory_topic_second_factor,
  locked_account: m.memory_topic_locked_account,
  refund: m.memory_topic_refund,
  double_charge: m.memory_topic_double_charge,
  payment: m.memory_topic_payment,
  invoice: m.memory_topic_invoice,
  subscription: m.memory_topic_subscription,
  error: m.memory_topic_error,
  broken: m.memory_topic_broken,
  slow: m.memory_topic_slow,
  connection: m.memory_topic_connection,
  installation: m.memory_topic_installation,
  integration: m.memory_topic_integration,
}

/**
 * How a chat begins, in the language the browser asks for where the business has written no welcome of its own: as with somebody who comes back, remembering what it was about, else by the time of day on their clock (H2).
 */
export async function greetingOf(
  t: Tx,
  known: Recollection,
  { timezone, language }: { timezone: string | undefined; language: Language },
): Promise<string> {
  const { name, branding, businessInfo } = await readTenant(t)
  const locale: Locale = { locale: branding.welcomeMessage ? 'en' : language }
  const welcome = branding.welcomeMessage || m.assistant_welcome_default({ business: name }, locale)
  if (known.visitCount > 1) {
    const topic = known.lastTopic && TOPICS[known.lastTopic]({}, locale)
    return topic
      ? m.assistant_greeting_remembered({ welcome, topic }, locale)
      : m.assistant_greeting_returning({ welcome }, locale)
  }
  const hour = hourIn(timezone ?? businessInfo.timezone, t.now)
  if (hour < 12) return m.assistant_greeting_morning({ welcome }, locale)
  if (hour < 17) return m.assistant_greeting_afternoon({ welcome }, locale)
  return m.assistant_greeting_evening({ welcome }, locale)
}
