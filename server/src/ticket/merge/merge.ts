import type { TicketId, TicketMergeId } from '#contracts/ids.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { changeLocked, listMergedIds, publishThreadChanged } from '#server/conversation/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { applyChange } from '#server/ticket/apply-change.ts'
import { ticketMerged } from '#server/ticket/events.ts'
import {
  getLoadedTicket,
  getTicketRow,
  type LoadedTicket,
  lockTicket,
  refuseMerged,
  viewTicket,
} from '#server/ticket/load.ts'
import { AWAKE, isFinished } from '#server/ticket/policy.ts'
import { findMerge, insertMerge, lockMerges } from './queries.ts'
import type { FormerTicket } from './schema.ts'

/** Conversations that one thread joins, at most. */
export const MAX_MERGED = 50

type Given = { id: TicketMergeId; version: number; targetId: TicketId }

/**
 * Merges a ticket into another one of the same customer. No message moves: the target's thread reads both conversations, the source is
 * closed and leads on. The same id again merges no further. Throws not_found, and conflict where the two cannot be merged.
 */
export const merge = (tenant: Tenant, actor: Member, id: TicketId, given: Given): Promise<TicketView> =>
  createOnce(tenant, {
    create: (t) => mergeIn(t, actor, id, given),
    findSame: async (t) => {
      const row = await findMerge(t, given.id)
      if (row?.sourceId !== id || row.targetId !== given.targetId) return null
      return viewTicket(actor, await getLoadedTicket(t, actor, id))
    },
    conflict: () => conflict(m.error_ticket_merge_id_taken),
  })

async function mergeIn(t: Tx, actor: Member, id: TicketId, given: Given): Promise<TicketView> {
  await lockMerges(t)
  if (await findMerge(t, given.id)) throw new IdTakenError()
  if (id === given.targetId) throw conflict(m.error_ticket_merge_itself)
  // Before the locks: a customer who writes in a merged conversation locks it before its target, whatever the order of their ids.
  await refuseMerged(t, await getTicketRow(t, actor, id))
  await refuseMerged(t, await getTicketRow(t, actor, given.targetId))
  const { source, target } = await lockBoth(t, actor, id, given.targetId)
  if (source.ticket.version !== given.version) {
    throw conflict(m.error_ticket_changed, { reason: 'version', current: viewTicket(actor, source) })
  }
  refuseUnfit(source, target)
  await refuseTooMany(t, source, target)
  const row = { id: given.id, sourceId: id, targetId: given.targetId, former: formerOf(source) }
  const by = { mergedById: actor.userId, mergedByName: actor.name, mergedAt: t.now, undoneAt: null, undoneById: null }
  insertMerge(t, { tenantId: t.tenantId, ...row, ...by })
  return viewTicket(actor, await join(t, actor, source, target))
}

type Both = { source: LoadedTicket; target: LoadedTicket }

/** In the order of their ids, in which everything that changes several tickets locks them. */
async function lockBoth(t: Tx, actor: Member, sourceId: TicketId, targetId: TicketId): Promise<Both> {
  if (sourceId < targetId) {
    const source = await lockTicket(t, actor, sourceId)
    return { source, target: await lockTicket(t, actor, targetId) }
  }
  const target = await lockTicket(t, actor, targetId)
  return { source: await lockTicket(t, actor, sourceId), target }
}

/**
 * Who may read the target is not widened by a merge, so a reply there has to reach whoever wrote the source: both are of one customer or
 * one guest, or nobody reads the source. Open work is not merged into finished, where nobody would see it.
 */
function refuseUnfit(source: LoadedTicket, target: LoadedTicket): void {
  const [from, into] = [source.ticket, target.ticket]
  const { guestId } = source.conversation
  const isReadByNobody = from.customerId === null && guestId === null
  const isSameCustomer = from.customerId !== null && from.customerId === into.customerId
  const isSameGuest = guestId !== null && guestId === target.conversation.guestId
  if (!isReadByNobody && !isSameCustomer && !isSameGuest) throw conflict(m.error_ticket_merge_other_customer)
  if (from.isDemo !== into.isDemo) throw conflict(m.error_ticket_merge_demo)
  if (isFinished(into.status) && !isFinished(from.status)) {
    throw conflict(text(m.error_ticket_merge_finished, { number: into.number }))
  }
}

async function refuseTooMany(t: Tx, source: LoadedTicket, target: LoadedTicket): Promise<void> {
  const [ofSource, ofTarget] = await Promise.all(
    [source, target].map(({ conversation }) => (conversation.hasMerged ? listMergedIds(t, conversation.id) : [])),
  )
  const joined = (ofSource?.length ?? 0) + (ofTarget?.length ?? 0) + 1
  if (joined > MAX_MERGED) throw conflict(text(m.error_ticket_merge_too_many, { max: MAX_MERGED }))
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const formerOf = ({ ticket, conversation }: LoadedTicket): FormerTicket => ({
  status: ticket.status,
  resolvedAt: iso(ticket.resolvedAt),
  closedAt: iso(ticket.closedAt),
  escalateAt: iso(ticket.escalateAt),
  snoozedUntil: iso(ticket.snoozedUntil),
  snoozedUntilReply: ticket.snoozedUntilReply,
  conversationState: conversation.state,
})

/** Closes the source and links it; its customer's open windows go on with the target. */
async function join(t: Tx, actor: Member, source: LoadedTicket, target: LoadedTicket): Promise<LoadedTicket> {
  const ended = { state: 'closed', answerDueAt: null, mergedIntoId: target.conversation.id } as const
  const conversation = await changeLocked(t, source.conversation, ended, { actor })
  await changeLocked(t, target.conversation, { hasMerged: true }, { actor })
  // Resolved too: reports derive how many were unfinished at an earlier instant from when tickets were resolved.
  const closed = { status: 'closed', resolvedAt: source.ticket.resolvedAt ?? t.now, closedAt: t.now } as const
  const linked = { ...closed, ...AWAKE, escalateAt: null, mergedIntoId: target.ticket.id }
  const { number, subject, lastMessageAt } = target.ticket
  const mergedInto = text(m.activity_ticket_merged_into, { number, subject })
  const ticket = await applyChange(t, actor, source.ticket, linked, { actions: [mergedInto] })
  const { number: from, subject: about } = source.ticket
  const lastAt = Math.max(lastMessageAt.getTime(), source.ticket.lastMessageAt.getTime())
  const gotMerged = text(m.activity_ticket_merged_from, { number: from, subject: about })
  const after = await applyChange(
    t,
    actor,
    target.ticket,
    { lastMessageAt: new Date(lastAt) },
    { actions: [gotMerged] },
  )
  publishThreadChanged(t, source.conversation.id)
  publishThreadChanged(t, target.conversation.id)
  await t.emit(ticketMerged, { ticket, target: after, actor })
  return { ...source, ticket, conversation }
}
