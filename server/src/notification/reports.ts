import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import { notificationChannels } from './channels.ts'
import { notify } from './commands.ts'
import type { NotificationFacts, ReportFacts } from './notifications.ts'
import { readBusiness } from './recipients.ts'

/** Queues a report to every member who chose it, unless the business switched it off; all in the open transaction. */
export const notifyOfReport = async (
  t: Tx,
  platform: Platform,
  rhythm: 'daily' | 'weekly' | 'monthly',
  facts: ReportFacts,
): Promise<void> =>
  notify({ platform, channels: notificationChannels }, t, await readBusiness(t), `report_${rhythm}`, facts)

/** Tells the owners and admins, in the open transaction, that a webhook was switched off. */
export const notifyOfWebhook = async (
  t: Tx,
  platform: Platform,
  facts: NotificationFacts['webhook_off'],
): Promise<void> => notify({ platform, channels: notificationChannels }, t, await readBusiness(t), 'webhook_off', facts)
