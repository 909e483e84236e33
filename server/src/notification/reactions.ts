import { type EventHandler, onEvent } from '#server/platform/event.ts'
import type { Platform } from '#server/platform/platform.ts'
import { providerKeyRejected } from '#server/provider/events.ts'
import { memberReplied, ticketCreated, ticketUnassignedTooLong } from '#server/ticket/events.ts'
import { confirmationToken } from '#server/ticket/service.ts'
import type { Channel } from './channel.ts'
import { notify } from './commands.ts'

/** Which domain events create which notifications; `channels` deliver them. */
export const notificationReactions = (platform: Platform, channels: readonly Channel[]): EventHandler[] => {
  const sender = { platform, channels }
  return [
    onEvent(ticketCreated, async (t, { ticket }) => {
      await notify(sender, t, 'ticket_notification', { ticket })
      const token = confirmationToken(platform, ticket, t.now)
      await notify(sender, t, 'ticket_confirmation', { ticket, confirmationToken: token })
    }),
    onEvent(ticketUnassignedTooLong, (t, { ticket }) => notify(sender, t, 'ticket_unassigned', { ticket })),
    onEvent(memberReplied, (t, { ticket, message }) => {
      const token = confirmationToken(platform, ticket, t.now)
      return notify(sender, t, 'ticket_reply', { ticket, message, confirmationToken: token })
    }),
    onEvent(providerKeyRejected, (t, rejected) => notify(sender, t, 'key_rejected', rejected)),
  ]
}
