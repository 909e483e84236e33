import type { NotificationChannel } from '#contracts/notification/preferences.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Notification, Recipient } from './notifications.ts'

/** One way in which notifications reach people. */
export type Channel = {
  /** The choices that it serves: whoever wants one of them is among its recipients. */
  names: readonly NotificationChannel[]
  /**
   * Accepts a notification for its recipients, in the transaction of its cause: it stores what has to be sent and enqueues a job, and
   * never uses the network itself. Skips recipients whom this channel cannot reach. Its number of statements does not depend on theirs.
   */
  deliver(t: Tx, notification: Notification, recipients: readonly Recipient[]): Promise<void>
}
