import type { TicketMergeId, UserId } from '#contracts/ids.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { changeLocked, listMergedIds, publishThreadChanged } from '#server/conversation/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { findMember } from '#server/tenant/service.ts'
import { applyChange } from '#server/ticket/apply-change.ts'
import { ticketMergeUndone } from '#server/ticket/events.ts'
import { type LoadedTicket, lockTicket, viewTicket } from '#server/ticket/load.ts'
import { isFinished } from '#server/ticket/policy.ts'
import type { TicketChange } from '#server/ticket/queries.ts'
import { findMerge, lockMerges, updateMerge } from './queries.ts'
import type { FormerTicket } from './schema.ts'

/**
 * Separates a merged ticket again, as it was before the merge; what was written since stays with the target. Of a merge that was undone it
 * gives the ticket as it is now. Throws not_found.
 */
export const undoMerge = (tenant: Tenant, actor: Member, mergeId: TicketMergeId): Promise<TicketView> =>
  tenant.tx(async (t) => {
    await lockMerges(t)
    const row = await findMerge(t, mergeId)
    if (!row) throw notFound('merge')
    const source = await lockTicket(t, actor, row.sourceId)
    if (row.undoneAt) return viewTicket(actor, source)
    // A customer who writes in the source locks it before the target, too.
    const target = await lockTicket(t, actor, row.targetId)
    updateMerge(t, mergeId, { undoneAt: t.now, undoneById: actor.userId })
    return viewTicket(actor, await separate(t, actor, { source, target }, row.former))
  })

async function separate(
  t: Tx,
  actor: Member,
  { source, target }: { source: LoadedTicket; target: LoadedTicket },
  former: FormerTicket,
): Promise<LoadedTicket> {
  const state = former.conversationState
  const conversation = await changeLocked(t, source.conversation, { state, mergedIntoId: null }, { actor })
  const merged = await listMergedIds(t, target.conversation.id)
  await changeLocked(t, target.conversation, { hasMerged: merged.length > 0 }, { actor })
  const back = { ...fieldsOf(former), ...(await withoutFormerMember(t, source, former)), mergedIntoId: null }
  const undone = text(m.activity_ticket_merge_undone, { number: target.ticket.number, subject: target.ticket.subject })
  const ticket = await applyChange(t, actor, source.ticket, back, { actions: [undone] })
  const gone = text(m.activity_ticket_separated, { number: ticket.number, subject: ticket.subject })
  const after = await applyChange(t, actor, target.ticket, {}, { actions: [gone] })
  publishThreadChanged(t, source.conversation.id)
  publishThreadChanged(t, target.conversation.id)
  await t.emit(ticketMergeUndone, { ticket, target: after, actor })
  return { ...source, ...(ticket.assigneeId ? {} : { assigneeName: null }), ticket, conversation }
}

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at))

const fieldsOf = ({ conversationState: _, ...former }: FormerTicket): TicketChange => ({
  status: former.status,
  snoozedUntilReply: former.snoozedUntilReply,
  resolvedAt: dateOf(former.resolvedAt),
  closedAt: dateOf(former.closedAt),
  escalateAt: dateOf(former.escalateAt),
  snoozedUntil: dateOf(former.snoozedUntil),
})

/** Whoever left meanwhile handed over what was unfinished then; what is unfinished again has to be seen by somebody. */
async function withoutFormerMember(t: Tx, { ticket }: LoadedTicket, { status }: FormerTicket): Promise<TicketChange> {
  const assigneeId: UserId | null = ticket.assigneeId
  const isLeft = !isFinished(status) && assigneeId !== null && !(await findMember(t, assigneeId))
  return isLeft ? { assigneeId: null } : {}
}
