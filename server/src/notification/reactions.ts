import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { messageAppended } from '#server/conversation/events.ts'
import { type Actor, system } from '#server/platform/actor.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import type { Platform } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { providerKeyRejected } from '#server/provider/events.ts'
import { getTeam } from '#server/team/service.ts'
import { floodHeldBack } from '#server/tenant/events.ts'
import { recordActivity } from '#server/tenant/service.ts'
import {
  customerReplied,
  memberReplied,
  ticketAssigned,
  ticketCreated,
  ticketRated,
  ticketSlaBreached,
  ticketSlaWarned,
  ticketTeamAssigned,
  ticketUnassignedTooLong,
} from '#server/ticket/events.ts'
import { confirmationToken, getTicketRow, observeLookers } from '#server/ticket/service.ts'
import { confirmTicket } from './automatic-replies.ts'
import type { Channel } from './channel.ts'
import { notify } from './commands.ts'
import { hasMailSince } from './queries.ts'
import { readBusiness, readBusinessAndTeam } from './recipients.ts'
import { mailLaterUnlessRead, readsInChat, unreadMailReactions } from './unread-mail.ts'

/** Messages that a customer writes within this time make one mail, push or text message. */
const SAME_REPLY_MS = 5 * 60_000

/** Which domain events create which notifications; `channels` deliver them. */
export const notificationReactions = (platform: Platform, channels: readonly Channel[]): EventHandler[] => {
  const sender = { platform, channels }
  observeLookers(platform)
  return [
    onEvent(
      ticketCreated,
      async (t, { ticket, actor }, read) => {
        const business = await read(ticket)
        await notify(sender, t, business, 'ticket_notification', { ticket, by: userIdOf(actor) })
        await notify(sender, t, business, 'ticket_escalated', { ticket })
        // Whether a mail is confirmed, who took it in decides: a program may have sent it.
        if (business.tenant.support.autoResponse && ticket.source !== 'email')
          await confirmTicket(t, platform, business, ticket)
      },
      readBusinessAndTeam,
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
      if (!ticket.assigneeId) return
      const since = new Date(t.now.getTime() - SAME_REPLY_MS)
      const isMailed = await hasMailSince(t, 'customer_replied', ticket.id, since)
      const by = isMailed ? { platform, channels: channels.filter(isOfDesk) } : sender
      await notify(by, t, await readBusiness(t), 'customer_replied', { ticket, message })
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
    onEvent(ticketRated, async (t, { after }) =>
      notify(sender, t, await readBusiness(t), 'ticket_rated', { ticket: after }),
    ),
    onEvent(memberReplied, async (t, { ticket, message }) => {
      const token = confirmationToken(platform, ticket, t.now)
      const business = await readBusiness(t, ticket)
      const isLater = readsInChat(ticket, business)
      const by = isLater ? { platform, channels: channels.filter(isNoMail) } : sender
      await notify(by, t, business, 'ticket_reply', { ticket, message, confirmationToken: token })
      if (isLater && !ticket.isDemo) await mailLaterUnlessRead(t, message)
      if (!business.requester?.isBlocked || !ticket.customerEmail) return
      const action = text(m.activity_mail_blocked, { name: ticket.customerName })
      await recordActivity(t, system, { action, type: 'mail_held', ticketId: ticket.id })
    }),
    ...unreadMailReactions,
    onEvent(providerKeyRejected, async (t, rejected) =>
      notify(sender, t, await readBusiness(t), 'key_rejected', rejected),
    ),
    onEvent(floodHeldBack, async (t, facts) => notify(sender, t, await readBusiness(t), 'flood_held_back', facts)),
  ]
}

const isNoMail = ({ names }: Channel): boolean => !names.includes('mail')

/** An open desk shows every message of a customer at once. */
const isOfDesk = ({ names }: Channel): boolean => names.includes('app')

const userIdOf = (actor: Actor): UserId | null => (actor.kind === 'member' ? actor.userId : null)
