import { AlertKind } from '#contracts/notification/alert.ts'
import type { NotificationChannel } from '#contracts/notification/preferences.ts'
import { writeAlerts } from '#server/notification/alerts/write.ts'
import type { Channel } from '#server/notification/channel.ts'
import { publishAlertsChanged } from '#server/notification/live-events.ts'
import { type Notification, notificationKinds, type Recipient } from '#server/notification/notifications.ts'
import { wants } from '#server/notification/preferences.ts'

type MemberRecipient = Extract<Recipient, { kind: 'member' }>

/** The desk: the list of alerts, the number in the window's title, and a tone, each as the member chose it. Who is away hears no tone. */
export const alertChannel: Channel = {
  names: ['app', 'sound', 'title'],
  deliver: async (t, notification, recipients) => {
    const { data: kind } = AlertKind.safeParse(notification.kind)
    const members = recipients.filter((one): one is MemberRecipient => one.kind === 'member')
    if (!kind || members.length === 0) return
    const ticketId = 'ticket' in notification.facts ? notification.facts.ticket.id : null
    const byId = byOf(notification)
    for (const member of members) {
      const isOn = (channel: NotificationChannel) => isWantedBy(member, notification, channel)
      t.gather(writeAlerts, {
        userId: member.userId,
        kind,
        ticketId,
        byId,
        isListed: isOn('app'),
        isInTitle: isOn('title'),
        hasSound: isOn('sound') && !member.isAway,
      })
    }
    publishAlertsChanged(
      t,
      members.map(({ userId }) => userId),
    )
  },
}

const byOf = ({ facts }: Notification) => ('by' in facts ? facts.by : null)

/** What nobody can switch off is in the list and in the title, and makes no sound. */
function isWantedBy(member: MemberRecipient, { kind }: Notification, channel: NotificationChannel): boolean {
  const { event } = notificationKinds[kind]
  return event ? wants(member, event, channel) : channel !== 'sound'
}
