import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type AutomationEventRow, automationEvent } from './schema.ts'

const byId = (t: Tx, id: number) => and(eq(automationEvent.tenantId, t.tenantId), eq(automationEvent.id, id))

/** An event for one worker; null where another has it or it is done. */
export const lockEvent = async (t: Tx, id: number): Promise<AutomationEventRow | null> =>
  (await t.db.select().from(automationEvent).where(byId(t, id)).for('update', { skipLocked: true }))[0] ?? null

/** Called in the transaction of the event's effects. */
export const deleteEvent = (t: Tx, id: number) => t.db.delete(automationEvent).where(byId(t, id))

/** So often an event is tried: the last time after about a quarter of an hour. */
const MOST_ATTEMPTS = 6

/** An event that failed is due again later, each time twice as late; in the end it is given up. */
export async function postponeEvent(t: Tx, id: number): Promise<void> {
  const retryAt = sql`${t.now}::timestamptz + interval '15 seconds' * power(2, ${automationEvent.attempts})`
  await t.db
    .update(automationEvent)
    .set({ attempts: sql`${automationEvent.attempts} + 1`, retryAt })
    .where(byId(t, id))
  await t.db.delete(automationEvent).where(and(byId(t, id), sql`${automationEvent.attempts} >= ${MOST_ATTEMPTS}`))
}
