import type { Channel } from '#server/notification/channel.ts'
import type { Recipient } from '#server/notification/notifications.ts'
import { writeShortMessages } from '#server/notification/short-messages/queue.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import { letterOf } from './email/templates.ts'

/** The longest body of a push or text message, in characters. */
const MAX_BODY = 140

/** Push and text messages to members: what a letter's heading says, and its link. Members who gave no browser or number get none. */
export const shortMessageChannel = (channel: 'push' | 'sms'): Channel => ({
  names: [channel],
  deliver: async (t, notification, recipients) => {
    const messages = recipients.flatMap((recipient) => {
      if (recipient.kind !== 'member' || !isReached(recipient, channel)) return []
      const { subject, content } = letterOf(notification, recipient)
      const body = clipLine(subject, MAX_BODY)
      return [{ channel, userId: recipient.userId, title: content.title, body, url: content.action?.url ?? '' }]
    })
    await writeShortMessages(t, channel, messages)
  },
})

const isReached = (
  { hasBrowser, preference }: Extract<Recipient, { kind: 'member' }>,
  channel: 'push' | 'sms',
): boolean => (channel === 'push' ? hasBrowser : Boolean(preference?.phone))
