import type { TicketBrief } from '#contracts/assistant/ticket-brief.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { TicketBriefRow } from '#server/assistant/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow, publishTicketToDesk } from '#server/ticket/service.ts'
import { writeBrief } from './jobs.ts'
import { findBrief, insertPending } from './queries.ts'

const present = (row: TicketBriefRow): TicketBrief => ({
  status: row.status,
  summary: row.summary,
  reply: row.reply,
  sources: row.sources,
  model: row.model,
  upToSeq: row.upToSeq,
  changedAt: row.changedAt.toISOString(),
})

/** Has a brief written for a ticket, from the commit on. */
export async function orderBrief(t: Tx, ticketId: TicketId): Promise<TicketBriefRow> {
  const row = await insertPending(t, ticketId)
  await t.enqueue(writeBrief, { tenantId: t.tenantId, ticketId })
  return row
}

export const readBrief = (tenant: Tenant, actor: Member, id: TicketId): Promise<TicketBrief | null> =>
  tenant.read(async (t) => {
    await getTicketRow(t, actor, id)
    const row = await findBrief(t, id)
    return row && present(row)
  })

/** Has it written anew, with all that was said meanwhile. */
export const makeBrief = (tenant: Tenant, actor: Member, id: TicketId): Promise<TicketBrief> =>
  tenant.tx(async (t) => {
    const { conversationId } = await getTicketRow(t, actor, id)
    const row = await orderBrief(t, id)
    publishTicketToDesk(t, id, conversationId)
    return present(row)
  })
