import { type EventHandler, onEvent } from '#server/platform/event.ts'
import type { Platform } from '#server/platform/platform.ts'
import { providerKeyRejected } from '#server/provider/events.ts'
import { floodHeldBack } from '#server/tenant/events.ts'
import { memberReplied, ticketCreated, ticketUnassignedTooLong } from '#server/ticket/events.ts'
import { confirmationToken } from '#server/ticket/service.ts'
import type { Channel } from './channel.ts'
import { notify } from './commands.ts'
import { readBusiness } from './recipients.ts'

/** Which domain events create which notifications; `channels` deliver them. */
export const notificationReactions = (platform: Platform, channels: readonly Channel[]): EventHandler[] => {
  const sender = { platform, channels }
  return [
    onEvent(
      ticketCreated,
      async (t, { ticket }, read) => {
        const business = await read(ticket)
        await notify(sender, t, business, 'ticket_notification', { ticket })
        if (!business.tenant.support.autoResponse) return
        const token = confirmationToken(platform, ticket, t.now)
        await notify(sender, t, business, 'ticket_confirmation', { ticket, confirmationToken: token })
      },
      readBusiness,
    ),
    onEvent(ticketUnassignedTooLong, async (t, { ticket }) =>
      notify(sender, t, await readBusiness(t, ticket), 'ticket_unassigned', { ticket }),
    ),
    onEvent(memberReplied, async (t, { ticket, message }) => {
      const token = confirmationToken(platform, ticket, t.now)
      const business = await readBusiness(t, ticket)
      await notify(sender, t, business, 'ticket_reply', { ticket, message, confirmationToken: token })
    }),
    onEvent(providerKeyRejected, async (t, rejected) =>
      notify(sender, t, await readBusiness(t), 'key_rejected', rejected),
    ),
    onEvent(floodHeldBack, async (t, facts) => notify(sender, t, await readBusiness(t), 'flood_held_back', facts)),
  ]
}
