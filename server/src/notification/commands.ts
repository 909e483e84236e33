import type { NotificationEvent } from '#contracts/notification/preferences.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import type { Channel } from './channel.ts'
import {
  type Notification,
  type NotificationFacts,
  type NotificationKind,
  notificationKinds,
  type Recipient,
} from './notifications.ts'
import { isEventOff, wants } from './preferences.ts'
import type { Business } from './recipients.ts'

/** Creates a notification and gives it to every channel for every recipient, all in the open transaction. */
export async function notify<K extends NotificationKind>(
  { platform, channels }: { platform: Platform; channels: readonly Channel[] },
  t: Tx,
  business: Business,
  kind: K,
  facts: NotificationFacts[K],
): Promise<void> {
  const { event, isDue, recipientsOf } = notificationKinds[kind]
  const { tenant } = business
  if (!isDue(facts) || (event && isEventOff(tenant.notifications, event))) return
  const recipients = await recipientsOf(t, facts, business)
  if (recipients.length === 0 && kind === 'ticket_notification') {
    platform.log.warn({ tenantId: t.tenantId, kind }, 'a notification has no recipient: set a support e-mail')
  }
  const { baseUrl, config } = platform
  const notification = { kind, facts, tenant, baseUrl, baseDomain: config.baseDomain } as Notification
  for (const recipient of recipients) {
    for (const channel of channels) {
      if (isWanted(tenant, event, recipient, channel)) await channel.deliver(t, notification, recipient)
    }
  }
}

/** Whether a recipient gets notifications of this event by this channel. Customers and events without a choice always do. */
function isWanted(
  { notifications }: TenantRow,
  event: NotificationEvent | null,
  recipient: Recipient,
  { name }: Channel,
): boolean {
  if (!event || recipient.kind === 'customer') return true
  if (name === 'mail' && !notifications.emailNotifications) return false
  return recipient.kind === 'member' ? wants(recipient, event, name) : name === 'mail'
}
