import type { TicketId, UserId } from '#contracts/ids.ts'
import type { TicketStatus, TicketView } from '#contracts/ticket/ticket.ts'
import {
  appendMessage,
  changeConversation,
  getConversation,
  markSeen,
  newId,
  send,
} from '#server/conversation/service.ts'
import type { Actor, Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getMember, recordActivity } from '#server/tenant/service.ts'
import { canAssign, canDelete, canMove, canTake, canWork, isFinished, STEPS } from './policy.ts'
import { presentTicket } from './present.ts'
import { publishTicket } from './publish.ts'
import {
  assigneeNameOf,
  changeTicketRow,
  deleteWithConversation,
  findTicket,
  type ListedTicket,
  lockTicket,
  saveSeen,
  type TicketChange,
} from './queries.ts'
import type { TicketRow } from './schema.ts'

export { createTicketFromChat } from './create-for-conversation.ts'
export { hasAnyTicket, listGuestTickets } from './queries.ts'
export { createDemoTicket, removeDemoTickets } from './samples.ts'
export { startUnassignedTimer } from './unassigned-escalation.ts'

/**
 * The guarded door to a ticket: in this tenant and for people who work on tickets, or `not_found`. Locks are taken in one order
 * everywhere, the conversation before its ticket, so that a customer's message and a member's click never wait for each other.
 */
export async function getTicketRow(t: Tx, actor: Actor, id: TicketId, lock?: 'forUpdate'): Promise<TicketRow> {
  const row = await findTicket(t, id)
  if (!row || !canWork(actor)) throw notFound('ticket')
  if (!lock) return row
  await getConversation(t, actor, row.conversationId, 'forUpdate')
  const locked = await lockTicket(t, id)
  if (!locked) throw notFound('ticket')
  return locked
}

/** A ticket for whoever just changed it, with all that it needs beside its row. */
export async function viewTicket(t: Tx, actor: Actor, ticket: TicketRow): Promise<TicketView> {
  const conversation = await getConversation(t, actor, ticket.conversationId)
  const assigneeName = await assigneeNameOf(t, ticket.assigneeId)
  // Who changes a ticket has it before their eyes.
  const listed: ListedTicket = { ticket, assigneeName, seenSeq: ticket.lastCustomerSeq }
  return presentTicket(actor, listed, conversation)
}

/** Loads under lock and compares versions: of two who change one ticket at once, the second is shown the row as it now stands (T7). */
async function lockVersion(t: Tx, actor: Actor, id: TicketId, version: number): Promise<TicketRow> {
  const row = await getTicketRow(t, actor, id, 'forUpdate')
  if (row.version === version) return row
  throw conflict('Somebody changed this ticket a moment ago. Look at it as it is now, and decide again.', {
    reason: 'version',
    current: await viewTicket(t, actor, row),
  })
}

/** Writes a change with its activity entry, in one transaction, and tells the open screens. */
async function apply(t: Tx, actor: Actor, row: TicketRow, change: TicketChange, action: string): Promise<TicketRow> {
  const changed = await changeTicketRow(t, row.id, change)
  if (!changed) throw notFound('ticket')
  const about = { action, type: 'ticket_update', ticketId: changed.id, ticketSubject: changed.subject }
  await recordActivity(t, actor, about)
  publishTicket(t, changed)
  return changed
}

/** Changes priority, category, subject or tags. */
export const change = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  { version, ...given }: { version: number } & TicketChange,
): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const row = await lockVersion(t, actor, id, version)
    const isOther = ([key, value]: [string, unknown]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(row[key as keyof TicketRow])
    const changes = Object.entries(given).filter(isOther)
    if (changes.length === 0) return viewTicket(t, actor, row)
    const words = changes.map(([key, value]) => `${key} to ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    const relabelled = given.priority && given.priority !== row.priority ? { priorityLabel: given.priority } : {}
    const next = { ...Object.fromEntries(changes), ...relabelled }
    return viewTicket(t, actor, await apply(t, actor, row, next, `Changed ${words.join('; ')}`))
  })

/** Moves a ticket along R1's machine; anything else is a conflict that says where it may go. */
export const move = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  version: number,
  status: TicketStatus,
): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const row = await lockVersion(t, actor, id, version)
    if (!canMove(row.status, status)) {
      const steps = STEPS[row.status].join(' or ')
      throw conflict(`A ticket that is ${row.status} cannot become ${status}. Its next step is ${steps}.`, {
        reason: 'transition',
        current: await viewTicket(t, actor, row),
      })
    }
    return viewTicket(t, actor, await moveTo(t, actor, row, status))
  })

/** The step itself, with what hangs on it: times, the conversation's state, the line in the thread. Also for the clockwork. */
export async function moveTo(t: Tx, actor: Actor, row: TicketRow, status: TicketStatus): Promise<TicketRow> {
  const times: TicketChange = {
    ...(status === 'resolved' ? { resolvedAt: t.now } : {}),
    ...(status === 'closed' ? { closedAt: t.now } : {}),
    ...(isFinished(status) ? {} : { resolvedAt: null, closedAt: null }),
  }
  const changed = await apply(t, actor, row, { status, ...times }, `Ticket status updated to ${status}`)
  const before = await getConversation(t, actor, row.conversationId, 'forUpdate')
  const wasFinished = isFinished(row.status)
  if (isFinished(status) && before.state !== 'closed') {
    await changeConversation(t, row.conversationId, { state: 'closed', answerDueAt: null })
  } else if (wasFinished && !isFinished(status)) {
    await changeConversation(t, row.conversationId, { state: 'waiting' })
  }
  await appendMessage(t, row.conversationId, {
    id: newId(),
    author: 'system',
    kind: 'status_changed',
    authorName: actor.kind === 'member' ? actor.name : null,
    body: status,
  })
  return changed
}

/** "Take Ticket": open becomes in progress, and the caller has it (R1). */
export const take = (tenant: Tenant, actor: Member, id: TicketId, version: number): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const row = await lockVersion(t, actor, id, version)
    if (!canTake(actor, row)) {
      throw conflict('Only an open ticket can be taken. Reopen this one, or assign it.', {
        reason: 'transition',
        current: await viewTicket(t, actor, row),
      })
    }
    const assigned = await apply(t, actor, row, { assigneeId: actor.userId }, `Assigned to ${actor.name}`)
    return viewTicket(t, actor, await moveTo(t, actor, assigned, 'in-progress'))
  })

/** Gives a ticket to a member of the team, or to nobody. */
export const assign = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  version: number,
  assigneeId: UserId | null,
): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const row = await lockVersion(t, actor, id, version)
    if (!canAssign(actor, row)) throw conflict('A closed ticket cannot be assigned. Reopen it first.')
    const assignee = assigneeId ? await getMember(t, assigneeId) : null
    const action = assignee ? `Assigned to ${assignee.name}` : 'Assignment removed'
    const changed = await apply(t, actor, row, { assigneeId }, action)
    return viewTicket(t, actor, changed)
  })

/** Deletes a finished ticket with its conversation. The activity entry that tells it stays (T3). */
export const remove = (tenant: Tenant, actor: Member, id: TicketId): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await getTicketRow(t, actor, id, 'forUpdate')
    if (!canDelete(actor, row))
      throw conflict('Only resolved or closed tickets can be deleted. Resolve this one first.')
    const about = { action: 'Ticket deleted', type: 'ticket_deletion', ticketId: id, ticketSubject: row.subject }
    await recordActivity(t, actor, about)
    await deleteWithConversation(t, [row.conversationId])
    const event = { type: 'ticket.deleted', ticketId: id } as const
    t.publish({ desk: true, conversationId: row.conversationId, seq: null, event })
  })

/** A member's reply (to the customer's chat window at once) or note. The ticket follows by reaction (reactions.ts). */
export async function sendAsMember(
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  given: Parameters<typeof send>[3],
): ReturnType<typeof send> {
  const row = await tenant.read((t) => getTicketRow(t, actor, id))
  return send(tenant, actor, row.conversationId, given)
}

/** Lets the assistant answer again, from here on only: an old handover does not repeat (architecture: Escalation). */
export const handBack = (tenant: Tenant, actor: Member, id: TicketId): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const row = await getTicketRow(t, actor, id, 'forUpdate')
    const before = await getConversation(t, actor, row.conversationId, 'forUpdate')
    if (isFinished(row.status)) throw conflict('This ticket is finished. Reopen it before you hand it back.')
    if (before.state === 'ai') return viewTicket(t, actor, row)
    const line = { id: newId(), author: 'system', kind: 'handed_back', authorName: actor.name, body: '' } as const
    const { row: after } = await appendMessage(t, row.conversationId, line)
    await changeConversation(t, row.conversationId, { state: 'ai', failedAttempts: 0, contextFromSeq: after.seq })
    const about = {
      action: 'Handed back to the assistant',
      type: 'ticket_update',
      ticketId: id,
      ticketSubject: row.subject,
    }
    await recordActivity(t, actor, about)
    publishTicket(t, row)
    return viewTicket(t, actor, row)
  })

/** Heartbeat of a member who looks at a ticket: presence for the colleagues, typing and read marks for the customer. */
export async function attend(
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  given: { isHere: boolean; isTyping: boolean; seenSeq: number },
): Promise<void> {
  const row = await tenant.tx(async (t) => {
    const ticket = await getTicketRow(t, actor, id)
    if (given.seenSeq > 0) {
      // The conversation first, here too: the read mark's foreign key holds on to the ticket.
      const noted = await markSeen(t, actor, ticket.conversationId, given.seenSeq)
      await saveSeen(t, id, actor.userId, noted)
    }
    return ticket
  })
  const { live } = tenant.platform
  const address = { tenantId: tenant.id, seq: null }
  const member = { id: actor.userId, name: actor.name }
  const { isHere, isTyping } = given
  const presence = { type: 'presence', ticketId: id, member, isHere, isTyping } as const
  await live.publishEphemeral({ ...address, desk: true, conversationId: null, event: presence })
  const typing = {
    type: 'typing',
    conversationId: row.conversationId,
    who: 'member',
    name: actor.name,
    isTyping,
  } as const
  await live.publishEphemeral({ ...address, desk: false, conversationId: row.conversationId, event: typing })
}
