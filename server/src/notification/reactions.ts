import { messageAppended } from '#server/conversation/events.ts'
import { type Actor, system } from '#server/platform/actor.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import type { Platform } from '#server/platform/platform.ts'
import { providerKeyRejected } from '#server/provider/events.ts'
import { getTeam } from '#server/team/service.ts'
import { floodHeldBack } from '#server/tenant/events.ts'
import {
  customerReplied,
  memberReplied,
  ticketAssigned,
  ticketCreated,
  ticketSlaBreached,
  ticketSlaWarned,
  ticketTeamAssigned,
  ticketUnassignedTooLong,
} from '#server/ticket/events.ts'
import { confirmationToken, getTicketRow } from '#server/ticket/service.ts'
import type { Channel } from './channel.ts'
import { notify } from './commands.ts'
import { hasMailSince } from './queries.ts'
import { readBusiness } from './recipients.ts'

/** Messages that a customer writes within this time make one notification. */
const SAME_REPLY_MS = 5 * 60_000

/** Which domain events create which notifications; `channels` deliver them. */
export const notificationReactions = (platform: Platform, channels: readonly Channel[]): EventHandler[] => {
  const sender = { platform, channels }
  return [
    onEvent(
      ticketCreated,
      async (t, { ticket }, read) => {
        const business = await read(ticket)
        await notify(sender, t, business, 'ticket_notification', { ticket })
        await notify(sender, t, business, 'ticket_escalated', { ticket })
        if (!business.tenant.support.autoResponse) return
        const token = confirmationToken(platform, ticket, t.now)
        await notify(sender, t, business, 'ticket_confirmation', { ticket, confirmationToken: token })
      },
      readBusiness,
    ),
    onEvent(ticketAssigned, async (t, { after, actor }) => {
      const by = userIdOf(actor)
      if (after.assigneeId === by) return
      await notify(sender, t, await readBusiness(t), 'ticket_assigned', { ticket: after, by })
    }),
    onEvent(ticketTeamAssigned, async (t, { after, actor }) => {
      if (!after.teamId) return
      const [business, team] = await Promise.all([readBusiness(t), getTeam(t, after.teamId)])
      await notify(sender, t, business, 'ticket_team_assigned', { ticket: after, team, by: userIdOf(actor) })
    }),
    onEvent(customerReplied, async (t, { ticket, message }) => {
      const since = new Date(t.now.getTime() - SAME_REPLY_MS)
      if (!ticket.assigneeId || (await hasMailSince(t, 'customer_replied', ticket.id, since))) return
      await notify(sender, t, await readBusiness(t), 'customer_replied', { ticket, message })
    }),
    onEvent(messageAppended, async (t, { conversation, message, actor }) => {
      if (!conversation.ticketId || message.visibility !== 'note' || !message.body.includes('@')) return
      const ticket = await getTicketRow(t, system, conversation.ticketId)
      await notify(sender, t, await readBusiness(t), 'ticket_mention', { ticket, message, by: userIdOf(actor) })
    }),
    onEvent(ticketUnassignedTooLong, async (t, { ticket }) =>
      notify(sender, t, await readBusiness(t, ticket), 'ticket_unassigned', { ticket }),
    ),
    onEvent(ticketSlaWarned, async (t, facts) =>
      notify(sender, t, await readBusiness(t, facts.ticket), 'ticket_sla_warned', facts),
    ),
    onEvent(ticketSlaBreached, async (t, facts) =>
      notify(sender, t, await readBusiness(t, facts.ticket), 'ticket_sla_breached', facts),
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

const userIdOf = (actor: Actor): string | null => (actor.kind === 'member' ? actor.userId : null)
