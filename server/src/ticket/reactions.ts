import type { UserId } from '#contracts/ids.ts'
import { messageAppended } from '#server/conversation/events.ts'
import type { ConversationRow, MessageRow } from '#server/conversation/schema.ts'
import { previewOf } from '#server/conversation/service.ts'
import { type Actor, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { memberReplied } from './events.ts'
import { afterCustomerReply, isFinished } from './policy.ts'
import { publishTicket } from './publish.ts'
import { changeTicketRow, findTicketOfConversation, type TicketChange, touchTicket } from './queries.ts'
import type { TicketRow } from './schema.ts'

/** A ticket follows its conversation: what was said last, who waits for whom. */
async function follow(t: Tx, { conversation, message }: { conversation: ConversationRow; message: MessageRow }) {
  if (!conversation.ticketId || message.author === 'system' || message.visibility === 'note') return
  const row = await findTicketOfConversation(t, conversation.id)
  if (!row) return
  const news: TicketChange = {
    preview: previewOf(message.body) || row.preview,
    lastMessageAt: t.now,
  }
  if (message.author === 'customer') await afterCustomer(t, row, { ...news, lastCustomerSeq: message.seq })
  else if (message.author === 'member') await afterMember(t, row, news, message)
  else publishTicket(t, (await touchTicket(t, row.id, news)) ?? row)
}

async function afterCustomer(t: Tx, row: TicketRow, news: TicketChange): Promise<void> {
  const status = afterCustomerReply(row.status)
  if (status === row.status) {
    publishTicket(t, (await touchTicket(t, row.id, news)) ?? row)
    return
  }
  const reopened = { ...news, status, resolvedAt: null, closedAt: null }
  await record(t, row, system, isFinished(row.status) ? 'Reopened by the customer’s reply' : 'The customer replied')
  publishTicket(t, (await changeTicketRow(t, row.id, reopened)) ?? row)
}

/** Whoever answers an open ticket works on it; the first answer of a person stops the clock of first response. */
async function afterMember(t: Tx, row: TicketRow, news: TicketChange, message: MessageRow): Promise<void> {
  const first = row.firstResponseAt ? {} : { firstResponseAt: t.now }
  const taken: TicketChange =
    row.status === 'open'
      ? { status: 'in-progress', assigneeId: row.assigneeId ?? (message.authorId as UserId | null) }
      : {}
  const hasMoved = Object.keys(taken).length > 0
  const changed = hasMoved
    ? await changeTicketRow(t, row.id, { ...news, ...first, ...taken })
    : await touchTicket(t, row.id, { ...news, ...first })
  if (hasMoved) await record(t, row, system, 'Ticket status updated to in-progress')
  publishTicket(t, changed ?? row)
  await t.emit(memberReplied, { ticket: changed ?? row, message })
}

const record = (t: Tx, row: TicketRow, actor: Actor, action: string) =>
  recordActivity(t, actor, { action, type: 'ticket_update', ticketId: row.id, ticketSubject: row.subject })

export const ticketReactions: EventHandler[] = [onEvent(messageAppended, follow)]
