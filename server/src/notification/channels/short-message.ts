import type { Channel } from '#server/notification/channel.ts'
import { writeShortMessage } from '#server/notification/short-messages/queue.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import { letterOf } from './email/templates.ts'

/** The longest body of a push or text message, in characters. */
const MAX_BODY = 140

/** Push and text messages to members: what a letter's heading says, and its link. Members who gave no browser or number get none. */
export const shortMessageChannel = (channel: 'push' | 'sms'): Channel => ({
  name: channel,
  deliver: async (t, notification, recipient) => {
    if (recipient.kind !== 'member' || (channel === 'sms' && !recipient.preference?.phone)) return
    const { subject, content } = letterOf(notification, recipient)
    const { userId } = recipient
    await writeShortMessage(t, {
      channel,
      userId,
      title: content.title,
      body: clipLine(subject, MAX_BODY),
      url: content.action?.url ?? '',
    })
  },
})
