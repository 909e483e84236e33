import { and, eq } from 'drizzle-orm'
import type { TicketId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { ticket } from './schema.ts'

export const listDemoTickets = (t: Tx, limit: number) =>
  t.db
    .select({ id: ticket.id, conversationId: ticket.conversationId })
    .from(ticket)
    .where(and(eq(ticket.tenantId, t.tenantId), eq(ticket.isDemo, true)))
    .limit(limit)

/** The newest finished demo ticket without a rating. */
export async function findRatableDemoTicket(t: Tx): Promise<TicketId | null> {
  const [row] = await t.sql<{ id: TicketId }>(
    `SELECT id FROM ticket WHERE tenant_id = $1 AND is_demo AND status IN ('resolved', 'closed') AND rating IS NULL AND merged_into_id IS NULL
     ORDER BY last_message_at DESC LIMIT 1`,
    [t.tenantId],
  )
  return row?.id ?? null
}
