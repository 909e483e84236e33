import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { escalation } from '#server/assistant/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

export const insertEscalation = (t: Tx, row: Omit<typeof escalation.$inferInsert, 'tenantId'>) =>
  t.db.insert(escalation).values({ ...row, tenantId: t.tenantId })

/** An escalation that belongs to an answer is written within this time after it. */
const WITH_ANSWER_MS = 5_000

/** The escalation that followed an answer written at `from`; null where none did. */
export async function findEscalationAfter(
  t: Tx,
  conversationId: ConversationId,
  from: Date,
): Promise<{ reason: EscalationReason; priority: Priority } | null> {
  const until = new Date(from.getTime() + WITH_ANSWER_MS)
  const rows = await t.db
    .select({ reason: escalation.reason, priority: escalation.priority })
    .from(escalation)
    .where(
      and(
        eq(escalation.tenantId, t.tenantId),
        eq(escalation.conversationId, conversationId),
        gte(escalation.at, from),
        lte(escalation.at, until),
      ),
    )
    .orderBy(asc(escalation.at))
    .limit(1)
  return rows[0] ?? null
}
