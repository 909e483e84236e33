import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { type MessageFacts, messageAppended } from '#server/conversation/events.ts'
import { adoptConversations, previewOf } from '#server/conversation/service.ts'
import { customerSignedIn } from '#server/customer/events.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type About, type EventHandler, onEvent } from '#server/platform/event.ts'
import { teamDeleted } from '#server/team/events.ts'
import { memberRemoved } from '#server/tenant/events.ts'
import { findMember } from '#server/tenant/service.ts'
import { statusChanged } from './activity-words.ts'
import { applyChange } from './apply-change.ts'
import { deleteSentDraft } from './drafts/drafts.ts'
import { mergeCustomer } from './email-confirmation.ts'
import { customerReplied, memberReplied } from './events.ts'
import { handOver } from './hand-over.ts'
import { publishTicket } from './live-events.ts'
import { isFinished, isSnoozed, statusAfterCustomerReply } from './policy.ts'
import { findTicketOfConversation, type TicketChange, touchTicket } from './queries.ts'
import type { TicketRow } from './schema.ts'
import { wakeBy } from './snooze/snooze.ts'

type ReadTicket = (about: About) => Promise<TicketRow | null>

const readTicketOf = async (t: Tx, { conversationId }: About): Promise<TicketRow | null> =>
  conversationId ? findTicketOfConversation(t, conversationId) : null

/** Writes into a ticket what follows from a public message in its conversation: preview, time, who waits for whom. */
async function updateFromMessage(t: Tx, facts: MessageFacts, read: ReadTicket): Promise<void> {
  const { conversation, message, isOpening } = facts
  if (conversation.ticketId && message.author === 'member' && message.authorId) {
    deleteSentDraft(t, conversation.ticketId, message)
  }
  if (!conversation.ticketId || isOpening || message.author === 'system' || message.visibility === 'note') return
  const row = await read({ conversationId: conversation.id })
  if (!row) return
  const latest: TicketChange = {
    preview: previewOf(message.body) || row.preview,
    lastMessageAt: t.now,
  }
  if (message.author === 'customer') await afterCustomer(t, row, { ...latest, lastCustomerSeq: message.seq }, facts)
  else if (message.author === 'member') await afterMember(t, row, { ...latest, ...firstReply(t, row) }, facts)
  else touchAndPublish(t, row, { ...latest, ...firstReply(t, row) })
}

/** What the first reply of a person or the assistant writes: how long it took. */
const firstReply = (t: Tx, { responseSeconds, createdAt }: TicketRow): TicketChange =>
  responseSeconds === null ? { responseSeconds: Math.round((t.now.getTime() - createdAt.getTime()) / 1000) } : {}

/** The conversation's lock protects the ticket's row: what it becomes is known before it is written. */
function touchAndPublish(t: Tx, row: TicketRow, change: TicketChange): TicketRow {
  touchTicket(t, row.id, change)
  publishTicket(t, row)
  return { ...row, ...change }
}

async function afterCustomer(t: Tx, row: TicketRow, latest: TicketChange, facts: MessageFacts): Promise<void> {
  const ticket = await writeCustomerReply(t, row, latest, facts)
  await t.emit(customerReplied, { ticket, message: facts.message })
}

async function writeCustomerReply(
  t: Tx,
  row: TicketRow,
  latest: TicketChange,
  { actor }: MessageFacts,
): Promise<TicketRow> {
  const status = statusAfterCustomerReply(row.status)
  if (isSnoozed(row)) return wakeBy(t, actor, row, { ...latest, status }, 'reply')
  if (status === row.status) return touchAndPublish(t, row, latest)
  const action = isFinished(row.status) ? m.activity_ticket_reopened : m.activity_ticket_customer_replied
  // Whoever left keeps their finished tickets; one that is open again has to be seen by somebody.
  const isLeft = isFinished(row.status) && row.assigneeId !== null && !(await findMember(t, row.assigneeId))
  const reopened = { ...latest, status, resolvedAt: null, closedAt: null, ...(isLeft ? { assigneeId: null } : {}) }
  return applyChange(t, actor, row, reopened, { actions: [action], recordedBy: system })
}

/**
 * A member who answers an open ticket becomes its assignee; the first answer of a member is the first response. The reply of a rule, which
 * has no author, is neither: it is mailed to the customer like an answer.
 */
async function afterMember(t: Tx, row: TicketRow, latest: TicketChange, facts: MessageFacts): Promise<void> {
  const { message, actor } = facts
  const change = { ...latest, ...(row.firstResponseAt ? {} : { firstResponseAt: t.now }) }
  let ticket: TicketRow
  if (message.authorId === null) ticket = touchAndPublish(t, row, latest)
  else if (row.status === 'open') {
    const assigneeId = row.assigneeId ?? (message.authorId as UserId)
    const actions = [statusChanged('in-progress')]
    const started = { ...change, status: 'in-progress', assigneeId } as const
    ticket = await applyChange(t, actor, row, started, { actions, recordedBy: system })
  } else ticket = touchAndPublish(t, row, change)
  await t.emit(memberReplied, { ticket, message })
}

export const ticketReactions: EventHandler[] = [
  onEvent(messageAppended, updateFromMessage, readTicketOf),
  onEvent(memberRemoved, (t, { member, handOverTo, actor }) =>
    handOver(t, actor, { assigneeId: member.userId }, handOverTo),
  ),
  onEvent(customerSignedIn, async (t, { guestId, customer, merged }) => {
    await adoptConversations(t, guestId, customer.id)
    if (merged) await mergeCustomer(t, merged, customer.id)
  }),
  onEvent(teamDeleted, (t, { team, actor }) => handOver(t, actor, { teamId: team.id }, null)),
]
