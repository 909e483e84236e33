import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Channel } from './channel.ts'
import { type Notification, type NotificationFacts, type NotificationKind, notificationKinds } from './notifications.ts'
import type { Business } from './recipients.ts'

/** Creates a notification and gives it to every channel for every recipient, all in the open transaction. */
export async function notify<K extends NotificationKind>(
  { platform, channels }: { platform: Platform; channels: readonly Channel[] },
  t: Tx,
  business: Business,
  kind: K,
  facts: NotificationFacts[K],
): Promise<void> {
  const { isDue, recipientsOf } = notificationKinds[kind]
  if (!isDue(facts)) return
  const { tenant } = business
  const recipients = await recipientsOf(t, facts, business)
  if (recipients.length === 0) {
    platform.log.warn({ tenantId: t.tenantId, kind }, 'a notification has no recipient: set a support e-mail')
  }
  const notification = { kind, facts, tenant, baseUrl: platform.baseUrl } as Notification
  for (const recipient of recipients) {
    for (const channel of channels) await channel.deliver(t, notification, recipient)
  }
}
