import { and, asc, eq, gt, gte, ne } from 'drizzle-orm'
import type { ConversationId, GuestId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { escalation } from './schema.ts'

export const insertEscalation = (t: Tx, row: Omit<typeof escalation.$inferInsert, 'tenantId'>) =>
  t.db.insert(escalation).values({ ...row, tenantId: t.tenantId })

/** Whether a person was called in another chat of this guest since then: weighs in the score (seed 1 §9). */
export async function hasEscalatedSince(
  t: Tx,
  guestId: GuestId,
  since: Date,
  otherThan: ConversationId,
): Promise<boolean> {
  const rows = await t.db
    .select({ id: escalation.id })
    .from(escalation)
    .where(
      and(
        eq(escalation.tenantId, t.tenantId),
        eq(escalation.guestId, guestId),
        gt(escalation.at, since),
        ne(escalation.conversationId, otherThan),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Why a person was called on an answer: the first call in its chat from its moment on; null where none was. */
export async function escalationAfter(
  t: Tx,
  conversationId: ConversationId,
  from: Date,
): Promise<{ reason: string; priority: string } | null> {
  const rows = await t.db
    .select({ reason: escalation.reason, priority: escalation.priority })
    .from(escalation)
    .where(
      and(eq(escalation.tenantId, t.tenantId), eq(escalation.conversationId, conversationId), gte(escalation.at, from)),
    )
    .orderBy(asc(escalation.at))
    .limit(1)
  return rows[0] ?? null
}
