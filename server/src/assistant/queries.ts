import { and, asc, eq, gte } from 'drizzle-orm'
import type { ConversationId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { escalation } from './schema.ts'

export const insertEscalation = (t: Tx, row: Omit<typeof escalation.$inferInsert, 'tenantId'>) =>
  t.db.insert(escalation).values({ ...row, tenantId: t.tenantId })

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
