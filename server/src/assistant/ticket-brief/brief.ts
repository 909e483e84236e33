import type { TicketBrief } from '#contracts/assistant/ticket-brief.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { TicketBriefRow } from '#server/assistant/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow, publishTicketToDesk } from '#server/ticket/service.ts'
import { type DraftedReply, writeBriefJob } from './jobs.ts'
import { findBrief, updateBrief, upsertPendingBrief } from './queries.ts'

const presentBrief = (row: TicketBriefRow): TicketBrief => ({
  status: row.status,
  summary: row.summary,
  reply: row.reply,
  sources: row.sources,
  model: row.model,
  upToSeq: row.upToSeq,
  changedAt: row.changedAt.toISOString(),
})

/** Queues the brief of a ticket, to be written after the commit. */
export async function queueBrief(t: Tx, ticketId: TicketId): Promise<TicketBriefRow> {
  const row = await upsertPendingBrief(t, ticketId)
  await t.enqueue(writeBriefJob, { tenantId: t.tenantId, ticketId })
  return row
}

/** The same for a ticket of this transaction: nobody waits for the row. */
export async function queueFirstBrief(t: Tx, ticketId: TicketId): Promise<void> {
  t.write(upsertPendingBrief(t, ticketId))
  await t.enqueue(writeBriefJob, { tenantId: t.tenantId, ticketId })
}

/** The same with a reply that the assistant drafted, which a person reads, changes and sends, or not; without one the brief suggests its own. */
export async function draftReply(t: Tx, ticketId: TicketId, reply: DraftedReply | null): Promise<void> {
  t.write(upsertPendingBrief(t, ticketId))
  await t.enqueue(writeBriefJob, { tenantId: t.tenantId, ticketId, ...(reply ? { reply } : {}) })
}

export const readTicketBrief = (tenant: Tenant, actor: Member, id: TicketId): Promise<TicketBrief | null> =>
  tenant.read(async (t) => {
    await getTicketRow(t, actor, id)
    const row = await findBrief(t, id)
    return row && presentBrief(row)
  })

/** Queues the brief again, to include newer messages. */
export const renewTicketBrief = (tenant: Tenant, actor: Member, id: TicketId): Promise<TicketBrief> =>
  tenant.tx(async (t) => {
    const { conversationId } = await getTicketRow(t, actor, id)
    const row = await queueBrief(t, id)
    publishTicketToDesk(t, id, conversationId)
    return presentBrief(row)
  })

/** Takes the suggested reply away, for every member; the summary stays. */
export const discardReply = (tenant: Tenant, actor: Member, id: TicketId): Promise<TicketBrief | null> =>
  tenant.tx(async (t) => {
    const { conversationId } = await getTicketRow(t, actor, id)
    if (await updateBrief(t, id, { reply: '', sources: [] })) publishTicketToDesk(t, id, conversationId)
    const row = await findBrief(t, id)
    return row && presentBrief(row)
  })
