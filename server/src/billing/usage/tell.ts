import { and, eq } from 'drizzle-orm'
import type { UsageKind } from '#contracts/billing/subscription.ts'
import { usageReached } from '#server/billing/events.ts'
import { planUsage } from '#server/billing/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** Shares of a limit, in percent, at which the business is told, once a month each. */
const TOLD_AT = [80, 100] as const

export type Usage = { month: Date | null; used: number; most: number; told: number | null }

/** The highest share in TOLD_AT that the use has reached; 0 for none. Nobody is told that a plan without such a limit is used up. */
export const reachedPercent = (used: number, most: number): number =>
  most > 0 ? (TOLD_AT.findLast((percent) => used * 100 >= percent * most) ?? 0) : 0

/** Emits `plan.usage_reached` when the use has reached a share of the limit that the business was not told of in this month. */
export async function tellUsage(t: Tx, kind: UsageKind, { month, used, most, told }: Usage): Promise<void> {
  const percent = reachedPercent(used, most)
  if (!month || percent <= (told ?? 0)) return
  const change = kind === 'tickets' ? { ticketsToldPercent: percent } : { aiToldPercent: percent }
  const ofMonth = and(eq(planUsage.tenantId, t.tenantId), eq(planUsage.month, month))
  t.write(t.db.update(planUsage).set(change).where(ofMonth))
  await t.emit(usageReached, { kind, percent, used, limit: most })
}
