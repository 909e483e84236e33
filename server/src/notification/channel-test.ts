import type { OutgoingChannel } from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { writeTestMail } from './letters.ts'
import { findNotifiedMember, listPushSubscriptions } from './preference-queries.ts'
import { writeShortMessages } from './short-messages/queue.ts'

/** Sends the member a test by a channel. Throws conflict, with what is missing, where the channel is not set up. */
export const sendChannelTest = (tenant: Tenant, actor: Member, channel: OutgoingChannel): Promise<{ to: string }> =>
  tenant.tx(async (t) => {
    const found = await findNotifiedMember(t, actor.userId)
    const locale = { locale: found?.language ?? 'en' }
    if (channel === 'mail') return writeTestMail(t, tenant, actor, locale.locale)
    const to = channel === 'push' ? await browsersOf(t, actor) : phoneOf(tenant, found?.preference?.phone ?? null)
    const message = {
      channel,
      userId: actor.userId,
      title: m.notification_test_title({}, locale),
      body: m.notification_test_lead({}, locale),
      url: `${tenant.platform.baseUrl}/admin?section=settings&tab=notifications`,
    }
    await writeShortMessages(t, channel, [message])
    return { to }
  })

async function browsersOf(t: Tx, { userId }: Member): Promise<string> {
  const browsers = await listPushSubscriptions(t, userId)
  if (browsers.length === 0) throw conflict(m.error_push_not_set_up)
  return browsers.map(({ device }) => device).join('; ')
}

function phoneOf({ platform }: Tenant, phone: string | null): string {
  if (!platform.config.sms) throw conflict(m.notification_sms_not_set_up)
  if (!phone) throw conflict(m.notification_sms_no_number)
  return phone
}
