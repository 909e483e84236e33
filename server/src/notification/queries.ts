import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/tenant.ts'
import { member } from '#server/tenant/schema.ts'
import { type OutboxRow, outbox } from './schema.ts'

export const insertMail = async (t: Tx, row: Omit<typeof outbox.$inferInsert, 'tenantId'>): Promise<OutboxRow> =>
  (
    await t.db
      .insert(outbox)
      .values({ ...row, tenantId: t.tenantId })
      .returning()
  )[0]!

const waiting = (t: Tx, id: string) =>
  and(eq(outbox.tenantId, t.tenantId), eq(outbox.id, id), eq(outbox.status, 'pending'))

/** A mail that still has to go out. */
export const findWaitingMail = async (t: Tx, id: string): Promise<OutboxRow | null> =>
  (await t.db.select().from(outbox).where(waiting(t, id)))[0] ?? null

export async function markSent(t: Tx, id: string): Promise<void> {
  await t.db
    .update(outbox)
    .set({ status: 'sent', sentAt: t.now, lastError: null, attempts: sql`${outbox.attempts} + 1` })
    .where(waiting(t, id))
}

/** Notes a try that failed, with the reason in plain words. */
export async function markTried(t: Tx, id: string, lastError: string, status: 'pending' | 'failed'): Promise<void> {
  await t.db
    .update(outbox)
    .set({ status, lastError, attempts: sql`${outbox.attempts} + 1` })
    .where(waiting(t, id))
}

/** Ends the tries. */
export async function markGivenUp(t: Tx, id: string, lastError: string): Promise<void> {
  await t.db.update(outbox).set({ status: 'failed', lastError }).where(waiting(t, id))
}

/** E-mails of those who run the business: owners and admins, at most 50. */
export async function listAdminEmails(t: Tx): Promise<string[]> {
  const rows = await t.db
    .select({ email: member.email })
    .from(member)
    .where(and(eq(member.tenantId, t.tenantId), inArray(member.role, ['owner', 'admin']), isNull(member.removedAt)))
    .orderBy(asc(member.createdAt), asc(member.userId))
    .limit(50)
  return rows.map(({ email }) => email)
}

/** E-mail of the business's owner: of the first of them, where there are several; null without one. */
export async function findOwnerEmail(t: Tx): Promise<string | null> {
  const rows = await t.db
    .select({ email: member.email })
    .from(member)
    .where(and(eq(member.tenantId, t.tenantId), eq(member.role, 'owner'), isNull(member.removedAt)))
    .orderBy(asc(member.createdAt), asc(member.userId))
    .limit(1)
  return rows[0]?.email ?? null
}
