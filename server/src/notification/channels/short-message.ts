import type { UserId } from '#contracts/ids.ts'
import type { Channel } from '#server/notification/channel.ts'
import type { Recipient } from '#server/notification/notifications.ts'
import { writeShortMessages } from '#server/notification/short-messages/queue.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import { letterOf } from './email/templates.ts'

/** The longest body of a push or text message, in characters. */
const MAX_BODY = 140

/** Push and text messages: what a letter's heading says, and its link. Who gave no browser or number gets none, a customer no text message. */
export const shortMessageChannel = (channel: 'push' | 'sms'): Channel => ({
  names: [channel],
  deliver: async (t, notification, recipients) => {
    const messages = recipients.flatMap((recipient) => {
      const userId = reached(recipient, channel)
      if (!userId) return []
      const { subject, content } = letterOf(notification, recipient)
      const body = clipLine(subject, MAX_BODY)
      return [{ channel, userId, title: content.title, body, url: content.action?.url ?? '' }]
    })
    await writeShortMessages(t, channel, messages)
  },
})

/** Whose browsers or number it goes to. */
function reached(recipient: Recipient, channel: 'push' | 'sms'): UserId | null {
  if (recipient.kind === 'customer') return channel === 'push' ? recipient.pushTo : null
  if (recipient.kind !== 'member') return null
  const { userId, hasBrowser, preference } = recipient
  return (channel === 'push' ? hasBrowser : Boolean(preference?.phone)) ? userId : null
}
