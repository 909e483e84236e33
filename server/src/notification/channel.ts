import type { NotificationChannel } from '#contracts/notification/preferences.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Notification, Recipient } from './notifications.ts'

/** One way in which notifications reach people. */
export type Channel = {
  name: NotificationChannel
  /**
   * Accepts a notification for one recipient, in the transaction of its cause: it stores what has to be sent and enqueues a
   * job, and never uses the network itself. Does nothing for a recipient whom this channel cannot reach.
   */
  deliver(t: Tx, notification: Notification, recipient: Recipient): Promise<void>
}
