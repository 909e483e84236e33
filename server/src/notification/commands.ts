import type { NotificationChannel, NotificationEvent } from '#contracts/notification/preferences.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { looksAt } from '#server/ticket/service.ts'
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

/**
 * Creates a notification and gives it to every channel for its recipients, all in the open transaction. Members are notified neither of what
 * they did themselves, nor of a ticket that they look at right now.
 */
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
  const concerned = await recipientsOf(t, facts, business)
  if (concerned.length === 0 && kind === 'ticket_notification') {
    platform.log.warn({ tenantId: t.tenantId, kind }, 'a notification has no recipient: set a support email')
  }
  const { baseUrl, config } = platform
  const notification = { kind, facts, tenant, baseUrl, baseDomain: config.baseDomain } as Notification
  const recipients = event ? concerned.filter((one) => !knows(platform, t, one, facts)) : concerned
  for (const channel of channels) {
    const wanting = recipients.filter((one) => channel.names.some((name) => isWanted(tenant, event, one, name)))
    if (wanting.length > 0) await channel.deliver(t, notification, wanting)
  }
}

/** Whether somebody knows of it without a notification. */
function knows(platform: Platform, t: Tx, recipient: Recipient, facts: NotificationFacts[NotificationKind]): boolean {
  if (recipient.kind !== 'member') return false
  if ('by' in facts && facts.by === recipient.userId) return true
  return 'ticket' in facts && looksAt(platform, t.tenantId, facts.ticket.id, recipient.userId)
}

/** Whether a recipient gets notifications of this event by this channel. Customers and events without a choice always do. */
function isWanted(
  { notifications }: TenantRow,
  event: NotificationEvent | null,
  recipient: Recipient,
  name: NotificationChannel,
): boolean {
  if (!event || recipient.kind === 'customer') return true
  if (name === 'mail' && !notifications.emailNotifications) return false
  return recipient.kind === 'member' ? wants(recipient, event, name) : name === 'mail'
}
