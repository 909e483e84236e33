import type { MessageView } from '#contracts/conversation/message.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { GuestTicketView } from '#contracts/ticket/guest-ticket.ts'
import type { TicketStatus, TicketView } from '#contracts/ticket/ticket.ts'
import type { GivenFieldValues } from '#contracts/ticket/ticket-field.ts'
import * as m from '#i18n/messages.js'
import { appendToLocked, changeLocked, getConversation, newId, send } from '#server/conversation/service.ts'
import type { Guest, Member } from '#server/platform/actor.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { readTenant, recordActivity } from '#server/tenant/service.ts'
import { refuseUnfilled } from './apply-actions.ts'
import { applyChange, changeStatus } from './apply-change.ts'
import { type Assignment, assignmentOf } from './assignment.ts'
import { listActiveFields } from './custom-fields/queries.ts'
import { customFieldChange, refuseUnfilledFields } from './custom-fields/values.ts'
import { ticketDeleted } from './events.ts'
import { fieldChange } from './field-change.ts'
import { publishTicket, publishTicketDeleted } from './live-events.ts'
import { getConversationOfTicket, lockTicket, lockVersion, refuseMerged, viewTicket } from './load.ts'
import { canAssign, canDelete, canMove, canRate, canSend, canTake, isFinished, STEPS } from './policy.ts'
import { presentGuestTicket } from './present.ts'
import { deleteWithConversation, lockTicketRow, type TicketChange } from './queries.ts'
import { getRowOfGuest } from './reads.ts'

type Changeable = Omit<TicketChange, 'customFields'>

/** Changes priority, category, subject, tags or the business's own fields. */
export const change = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  {
    version,
    customFields = {},
    ...given
  }: { version: number; customFields?: GivenFieldValues | undefined } & Changeable,
): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const loaded = await lockVersion(t, actor, id, version)
    const fields = fieldChange(loaded.ticket, given)
    const own = await customFieldChange(t, loaded.ticket.customFields, customFields)
    const actions = [...fields.actions, ...own.actions]
    if (actions.length === 0) return viewTicket(actor, loaded)
    const change = { ...fields.change, ...own.change }
    const ticket = await applyChange(t, actor, loaded.ticket, change, { actions })
    return viewTicket(actor, { ...loaded, ticket })
  })

/**
 * Moves a ticket to another status; a step that the policy does not allow is a conflict with the allowed ones, and resolving one a conflict that
 * names the fields to be filled in before.
 */
export const move = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  version: number,
  status: TicketStatus,
): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const [loaded, fields] = await Promise.all([
      lockVersion(t, actor, id, version),
      status === 'resolved' ? listActiveFields(t) : [],
    ])
    const from = loaded.ticket.status
    if (!canMove(from, status)) {
      const steps = STEPS[from].join(' or ')
      throw conflict(text(m.error_ticket_step, { status: from, next: status, steps }), {
        reason: 'transition',
        current: viewTicket(actor, loaded),
      })
    }
    refuseUnfilledFields(fields, loaded.ticket.customFields)
    return viewTicket(actor, await changeStatus(t, actor, loaded, status))
  })

/** "Take Ticket": an open ticket becomes in progress and is assigned to the caller. */
export const take = (tenant: Tenant, actor: Member, id: TicketId, version: number): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const loaded = await lockVersion(t, actor, id, version)
    if (!canTake(actor, loaded.ticket)) {
      throw conflict(m.error_ticket_not_open, {
        reason: 'transition',
        current: viewTicket(actor, loaded),
      })
    }
    const assignment = {
      change: { assigneeId: actor.userId },
      actions: [text(m.activity_ticket_assigned, { name: actor.name })],
    }
    const assigned = await changeStatus(t, actor, loaded, 'in-progress', assignment)
    return viewTicket(actor, { ...assigned, assigneeName: actor.name })
  })

/** Assigns a ticket to a member, to a team, or to both; null to nobody, and what is not given stays. */
export const assign = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  { version, ...given }: { version: number } & Assignment,
): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const loaded = await lockVersion(t, actor, id, version)
    if (!canAssign(actor, loaded.ticket)) throw conflict(m.error_ticket_closed_assign)
    const { change, names, actions } = await assignmentOf(t, given)
    if (actions.length === 0) return viewTicket(actor, loaded)
    const ticket = await applyChange(t, actor, loaded.ticket, change, { actions })
    return viewTicket(actor, { ...loaded, ...names, ticket })
  })

/** Deletes a finished ticket with its conversation. The activity entry about it stays. */
export const remove = (tenant: Tenant, actor: Member, id: TicketId): Promise<void> =>
  tenant.tx(async (t) => {
    const { ticket } = await lockTicket(t, actor, id)
    await refuseMerged(t, ticket)
    if (!canDelete(actor, ticket)) throw conflict(m.error_ticket_delete_unfinished)
    const entry = {
      action: m.activity_ticket_deleted,
      type: 'ticket_deletion',
      ticketId: id,
      ticketSubject: ticket.subject,
    }
    await recordActivity(t, actor, entry)
    await deleteWithConversation(t, [ticket.conversationId])
    await t.emit(ticketDeleted, { ticket, actor })
    publishTicketDeleted(t, ticket)
  })

/** Sends a member's reply (to the customer's chat window at once) or note. Its effects on the ticket are in reactions.ts. */
export const reply = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  given: Parameters<typeof send>[3],
): Promise<MessageView> => {
  if (given.visibility === 'public') {
    if (!canSend(actor)) throw forbidden(m.error_api_key_send, { reason: 'api_key_scope' })
    refuseUnfilled(given.body, 'body.body')
  }
  return send(tenant, actor, (t, lock) => getConversationOfTicket(t, actor, id, lock), given)
}

/** Hands the conversation back to the assistant, with a new context: the reason of the handover does not count again. */
export const handBack = (tenant: Tenant, actor: Member, id: TicketId): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const loaded = await lockTicket(t, actor, id)
    const { ticket, conversation } = loaded
    await refuseMerged(t, ticket)
    if (isFinished(ticket.status)) throw conflict(m.error_ticket_finished)
    if (conversation.state === 'ai') return viewTicket(actor, loaded)
    const systemMessage = { author: 'system', kind: 'handed_back', authorName: actor.name, body: '' } as const
    const { row } = await appendToLocked(t, conversation, { id: newId(), ...systemMessage }, {})
    const fresh = { state: 'ai', failedAttempts: 0, contextFromSeq: row.seq } as const
    const after = await changeLocked(t, row, fresh, { actor })
    const action = m.activity_ticket_handed_back
    await recordActivity(t, actor, { action, type: 'ticket_update', ticketId: id, ticketSubject: ticket.subject })
    publishTicket(t, ticket)
    return viewTicket(actor, { ...loaded, conversation: after })
  })

const NOT_RATED = {
  ratings_off: m.error_ratings_off,
  not_finished: m.error_rating_not_finished,
  rated: m.error_already_rated,
}

/** Rates a finished ticket, once: of several concurrent requests one succeeds, the others get a conflict with its rating. */
export const rate = (
  tenant: Tenant,
  actor: Guest,
  id: TicketId,
  { stars, comment }: { stars: number; comment: string },
): Promise<GuestTicketView> =>
  tenant.tx(async (t) => {
    const found = await getRowOfGuest(t, actor, id)
    const [{ customerExperience }, conversation, locked] = await Promise.all([
      readTenant(t),
      getConversation(t, actor, found.ticket.conversationId, 'forUpdate'),
      lockTicketRow(t, id),
    ])
    if (!locked) throw notFound('ticket')
    const { ticket } = locked
    const collectsRatings = customerExperience.enableRatings
    if (!collectsRatings || !canRate(ticket)) {
      const reason = !collectsRatings ? 'ratings_off' : ticket.rating === null ? 'not_finished' : 'rated'
      const current = presentGuestTicket({ ...found, ticket, state: conversation.state }, collectsRatings)
      throw conflict(NOT_RATED[reason], { reason, current })
    }
    // A rating is not work on the ticket: it stays as recently updated as it was.
    const ratingComment = (customerExperience.enableFeedback && comment) || null
    const rating = { rating: stars, ratingComment, ratedAt: t.now, updatedAt: ticket.updatedAt }
    const rated = await applyChange(t, actor, ticket, rating, { actions: [] })
    const message = { id: newId(), author: 'system', kind: 'rated', body: String(stars) } as const
    await appendToLocked(t, conversation, message, {})
    const entry = {
      action: text(m.activity_ticket_rated, { stars }),
      type: 'feedback',
      ticketId: id,
      ticketSubject: rated.subject,
    }
    await recordActivity(t, actor, entry)
    return presentGuestTicket({ ...found, ticket: rated }, collectsRatings)
  })
