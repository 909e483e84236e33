import { z } from 'zod'
import { MessageId, TeamId, TicketId, UserId } from '#contracts/ids.ts'
import { SlaTarget } from '#contracts/ticket/sla.ts'
import type { MessageRow } from '#server/conversation/schema.ts'
import type { Actor } from '#server/platform/actor.ts'
import { ActorPayload, domainEvent, presentActor } from '#server/platform/event.ts'
import { previousFields, TicketPayload, ticketPayload } from './event-payload.ts'
import type { TicketRow } from './schema.ts'

/** Both rows of a change, and who made it. */
export type TicketChangedFacts = { before: TicketRow; after: TicketRow; actor: Actor }

const TicketByActor = z.object({ ticket: TicketPayload, actor: ActorPayload })

export const ticketCreated = domainEvent({
  name: 'ticket.created',
  version: 1,
  summary: 'A ticket was created by the form, out of a chat, or by a member. Not emitted for demo tickets.',
  payload: TicketByActor,
  toPayload: ({ ticket, actor }: { ticket: TicketRow; actor: Actor }) => ({
    ticket: ticketPayload(ticket),
    actor: presentActor(actor),
  }),
})

export const ticketChanged = domainEvent({
  name: 'ticket.changed',
  version: 1,
  summary:
    'A ticket changed: its status, priority, category, subject, tags, assignee, team or rating. What only follows from a message (`lastMessageAt`) is no change.',
  payload: TicketByActor.extend({
    previous: TicketPayload.partial().describe(
      'The fields of Ticket that changed, with their former values; not `version` and `updatedAt`',
    ),
  }),
  toPayload: ({ before, after, actor }: TicketChangedFacts) => ({
    ticket: ticketPayload(after),
    previous: previousFields(before, after),
    actor: presentActor(actor),
  }),
})

const changedTicket = ({ after, actor }: TicketChangedFacts) => ({
  ticket: ticketPayload(after),
  actor: presentActor(actor),
})

export const ticketAssigned = domainEvent({
  name: 'ticket.assigned',
  version: 1,
  summary: 'A ticket got another assignee: it was assigned, or a member took or answered it. Follows `ticket.changed`.',
  payload: TicketByActor.extend({ previousAssigneeId: UserId.nullable() }),
  toPayload: (facts: TicketChangedFacts) => ({
    ...changedTicket(facts),
    previousAssigneeId: facts.before.assigneeId,
  }),
})

export const ticketTeamAssigned = domainEvent({
  name: 'ticket.team_assigned',
  version: 1,
  summary: 'A ticket was assigned to another team. Follows `ticket.changed`.',
  payload: TicketByActor.extend({ previousTeamId: TeamId.nullable() }),
  toPayload: (facts: TicketChangedFacts) => ({ ...changedTicket(facts), previousTeamId: facts.before.teamId }),
})

export const ticketResolved = domainEvent({
  name: 'ticket.resolved',
  version: 1,
  summary: 'The status of a ticket became `resolved`. Follows `ticket.changed`.',
  payload: TicketByActor,
  toPayload: changedTicket,
})

export const ticketReopened = domainEvent({
  name: 'ticket.reopened',
  version: 1,
  summary:
    'A resolved or closed ticket is open again, by a member or by the customer’s reply. Follows `ticket.changed`.',
  payload: TicketByActor,
  toPayload: changedTicket,
})

export const ticketRated = domainEvent({
  name: 'ticket.rated',
  version: 1,
  summary: 'The customer rated a finished ticket with one to five stars. Follows `ticket.changed`.',
  payload: TicketByActor,
  toPayload: changedTicket,
})

export const memberReplied = domainEvent({
  name: 'ticket.member_replied',
  version: 1,
  summary: 'A member answered the customer of a ticket (a public message, not a note).',
  payload: z.object({ ticket: TicketPayload, messageId: MessageId }),
  toPayload: ({ ticket, message }: { ticket: TicketRow; message: MessageRow }) => ({
    ticket: ticketPayload(ticket),
    messageId: message.id,
  }),
})

export const customerReplied = domainEvent({
  name: 'ticket.customer_replied',
  version: 1,
  summary: 'The customer wrote in a ticket, after the message that it began with.',
  payload: z.object({ ticket: TicketPayload, messageId: MessageId }),
  toPayload: ({ ticket, message }: { ticket: TicketRow; message: MessageRow }) => ({
    ticket: ticketPayload(ticket),
    messageId: message.id,
  }),
})

export const ticketUnassignedTooLong = domainEvent({
  name: 'ticket.unassigned_too_long',
  version: 1,
  summary: 'Nobody took an escalated ticket in time; its priority went one step up, unless it was urgent.',
  payload: z.object({ ticket: TicketPayload }),
  toPayload: ({ ticket }: { ticket: TicketRow }) => ({ ticket: ticketPayload(ticket) }),
})

export const ticketSnoozed = domainEvent({
  name: 'ticket.snoozed',
  version: 1,
  summary: 'A ticket was put off until a time or until the customer replies. Follows `ticket.changed`.',
  payload: TicketByActor,
  toPayload: ({ ticket, actor }: { ticket: TicketRow; actor: Actor }) => ({
    ticket: ticketPayload(ticket),
    actor: presentActor(actor),
  }),
})

const WokenBy = z.enum(['time', 'reply', 'member'])
export type TicketWokenBy = z.output<typeof WokenBy>

export const ticketWoke = domainEvent({
  name: 'ticket.woke',
  version: 1,
  summary:
    'The snooze of a ticket ended: its time came, the customer replied, or a member ended it. Not emitted where the ticket was finished. Follows `ticket.changed`.',
  payload: TicketByActor.extend({ by: WokenBy }),
  toPayload: ({ ticket, actor, by }: { ticket: TicketRow; actor: Actor; by: TicketWokenBy }) => ({
    ticket: ticketPayload(ticket),
    actor: presentActor(actor),
    by,
  }),
})

type SlaFacts = { ticket: TicketRow; targets: SlaTarget[] }

const SlaPayload = z.object({ ticket: TicketPayload, targets: z.array(SlaTarget).describe('Which agreed times') })

const slaPayload = ({ ticket, targets }: SlaFacts) => ({ ticket: ticketPayload(ticket), targets })

export const ticketSlaWarned = domainEvent({
  name: 'ticket.sla_warned',
  version: 1,
  summary: 'An agreed time of a ticket (first reply, next reply, resolution) ends soon. Once for each time.',
  payload: SlaPayload,
  toPayload: slaPayload,
})

export const ticketSlaBreached = domainEvent({
  name: 'ticket.sla_breached',
  version: 1,
  summary: 'An agreed time of a ticket passed before a member did what was agreed. Once for each time.',
  payload: SlaPayload,
  toPayload: slaPayload,
})

type MergeFacts = { ticket: TicketRow; target: TicketRow; actor: Actor }

const MergePayload = TicketByActor.extend({ targetId: TicketId.describe('The ticket it was merged into') })

const mergePayload = ({ ticket, target, actor }: MergeFacts) => ({
  ticket: ticketPayload(ticket),
  targetId: target.id,
  actor: presentActor(actor),
})

export const ticketMerged = domainEvent({
  name: 'ticket.merged',
  version: 1,
  summary: 'A member merged a ticket into another one, which shows both conversations. Follows `ticket.changed`.',
  payload: MergePayload,
  toPayload: mergePayload,
})

export const ticketMergeUndone = domainEvent({
  name: 'ticket.merge_undone',
  version: 1,
  summary: 'A member separated a merged ticket again; it is as it was before the merge. Follows `ticket.changed`.',
  payload: MergePayload,
  toPayload: mergePayload,
})

export const ticketDeleted = domainEvent({
  name: 'ticket.deleted',
  version: 1,
  summary:
    'A member deleted a finished ticket with its conversation. Not emitted for demo tickets that are removed together.',
  payload: z.object({ ticketId: TicketId, number: z.number().int(), actor: ActorPayload }),
  toPayload: ({ ticket, actor }: { ticket: TicketRow; actor: Actor }) => ({
    ticketId: ticket.id,
    number: ticket.number,
    actor: presentActor(actor),
  }),
})
