import type { IssueTopic } from '#contracts/memory/memory.ts'
import * as m from '#i18n/messages.js'
import { readReplyStyle } from '#server/assistant/engine/style.ts'
import type { Language } from '#server/language/service.ts'
import type { RecalledMemory } from '#server/memory/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { hourIn, welcomeIn } from '#server/tenant/service.ts'

type Locale = { locale: Language }

/** The topic of the last visit, worded to follow "about". */
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
 * The first message of a chat: for a returning customer it names the last topic, where the tenant personalises, else it follows the
 * customer's time of day. In the browser's language; around a welcome message that the tenant wrote for all languages in English.
 */
export async function composeGreeting(
  t: Tx,
  business: TenantRow,
  memory: RecalledMemory | null,
  { timezone, language }: { timezone: string | undefined; language: Language },
): Promise<string> {
  const style = await readReplyStyle(t)
  const own = welcomeIn(business, language)
  const locale: Locale = { locale: own?.language ?? language }
  const welcome = own?.text ?? m.assistant_welcome_default({ business: business.name, style }, locale)
  if (memory && memory.visitCount > 1 && business.aiSettings.personalizeResponses) {
    const topic = memory.lastTopic && TOPICS[memory.lastTopic]({}, locale)
    return topic
      ? m.assistant_greeting_remembered({ welcome, topic, style }, locale)
      : m.assistant_greeting_returning({ welcome, style }, locale)
  }
  const hour = hourIn(timezone ?? business.businessInfo.timezone, t.now)
  if (hour < 12) return m.assistant_greeting_morning({ welcome, style }, locale)
  if (hour < 17) return m.assistant_greeting_afternoon({ welcome, style }, locale)
  return m.assistant_greeting_evening({ welcome, style }, locale)
}
