import { and, eq } from 'drizzle-orm'
import type { TicketId } from '#contracts/ids.ts'
import { type TicketBriefRow, ticketBrief } from '#server/assistant/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

const ofTicket = (t: Tx, ticketId: TicketId) =>
  and(eq(ticketBrief.tenantId, t.tenantId), eq(ticketBrief.ticketId, ticketId))

export const findBrief = async (t: Tx, ticketId: TicketId): Promise<TicketBriefRow | null> =>
  (await t.db.select().from(ticketBrief).where(ofTicket(t, ticketId)))[0] ?? null

/** Sets a brief to pending; its old content stays until the new one is written. */
export async function upsertPendingBrief(t: Tx, ticketId: TicketId): Promise<TicketBriefRow> {
  const [row] = await t.db
    .insert(ticketBrief)
    .values({ tenantId: t.tenantId, ticketId, status: 'pending', changedAt: t.now })
    .onConflictDoUpdate({
      target: [ticketBrief.tenantId, ticketBrief.ticketId],
      set: { status: 'pending', changedAt: t.now },
    })
    .returning()
  if (!row) throw new Error('the pending brief was not returned')
  return row
}

/** False when the ticket was deleted meanwhile. */
export async function updateBrief(
  t: Tx,
  ticketId: TicketId,
  change: Partial<Omit<TicketBriefRow, 'tenantId' | 'ticketId' | 'changedAt'>>,
): Promise<boolean> {
  const rows = await t.db
    .update(ticketBrief)
    .set({ ...change, changedAt: t.now })
    .where(ofTicket(t, ticketId))
    .returning({ ticketId: ticketBrief.ticketId })
  return rows.length > 0
}
