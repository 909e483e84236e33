import { and, eq } from 'drizzle-orm'
import type { ConversationId, TicketId, TicketMergeId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type TicketMergeRow, ticketMerge } from './schema.ts'

const byId = (t: Tx, id: TicketMergeId) => and(eq(ticketMerge.tenantId, t.tenantId), eq(ticketMerge.id, id))

export const insertMerge = (t: Tx, row: TicketMergeRow): void => t.write(t.db.insert(ticketMerge).values(row))

export const findMerge = async (t: Tx, id: TicketMergeId): Promise<TicketMergeRow | null> =>
  (await t.db.select().from(ticketMerge).where(byId(t, id)))[0] ?? null

export const updateMerge = (t: Tx, id: TicketMergeId, change: Partial<TicketMergeRow>): void =>
  t.write(t.db.update(ticketMerge).set(change).where(byId(t, id)))

/** Merges and undos of a business wait for each other: so none of them meets a ticket that another one is merging. */
export const lockMerges = (t: Tx): Promise<unknown> =>
  t.sql(`SELECT pg_advisory_xact_lock(hashtext('ticket_merge'), hashtext($1))`, [t.tenantId])

export type LeadingTicket = { id: TicketId; number: number; subject: string; conversationId: ConversationId }

/** The ticket at the end of the merges that begin at one; the ticket itself where it was not merged. */
export async function findLeadingTicket(t: Tx, id: TicketId): Promise<LeadingTicket | null> {
  const [row] = await t.sql<LeadingTicket>(
    `WITH RECURSIVE chain AS (
       SELECT id, merged_into_id FROM ticket WHERE tenant_id = $1 AND id = $2
       UNION ALL SELECT k.id, k.merged_into_id FROM ticket k JOIN chain ON k.id = chain.merged_into_id WHERE k.tenant_id = $1)
     SELECT k.id, k.number, k.subject, k.conversation_id AS "conversationId"
     FROM chain JOIN ticket k ON k.tenant_id = $1 AND k.id = chain.id WHERE chain.merged_into_id IS NULL`,
    [t.tenantId, id],
  )
  return row ?? null
}

/** A merge that stands, with the ticket that was merged by it. */
export type StandingMerge = LeadingTicket & { mergeId: TicketMergeId; mergedBy: string; mergedAt: Date }

/** What was merged into a ticket, also through others, the earliest first. */
export const listMergedTickets = (t: Tx, id: TicketId): Promise<StandingMerge[]> =>
  t.sql(
    `WITH RECURSIVE merged AS (
       SELECT id FROM ticket WHERE tenant_id = $1 AND merged_into_id = $2
       UNION ALL SELECT k.id FROM ticket k JOIN merged ON k.merged_into_id = merged.id WHERE k.tenant_id = $1)
     SELECT k.id, k.number, k.subject, k.conversation_id AS "conversationId", g.id AS "mergeId", g.merged_by_name AS "mergedBy",
       g.merged_at AS "mergedAt"
     FROM merged JOIN ticket k ON k.tenant_id = $1 AND k.id = merged.id
     JOIN ticket_merge g ON g.tenant_id = $1 AND g.source_id = k.id AND g.undone_at IS NULL ORDER BY g.merged_at, k.number`,
    [t.tenantId, id],
  )

/** The merge of a ticket that stands; null for one that was not merged. */
export const findStandingMerge = async (
  t: Tx,
  sourceId: TicketId,
): Promise<Omit<StandingMerge, keyof LeadingTicket> | null> =>
  (
    await t.sql<Omit<StandingMerge, keyof LeadingTicket>>(
      `SELECT id AS "mergeId", merged_by_name AS "mergedBy", merged_at AS "mergedAt" FROM ticket_merge
       WHERE tenant_id = $1 AND source_id = $2 AND undone_at IS NULL`,
      [t.tenantId, sourceId],
    )
  )[0] ?? null
