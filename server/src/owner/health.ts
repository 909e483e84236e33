import type { HealthReason, TenantHealth } from '#contracts/owner/tenant.ts'
import type { OverviewRow } from './queries.ts'

const INACTIVE_MS = 30 * 86_400_000
/** Fewer ratings say nothing about a business. */
const MIN_RATINGS = 5
const LOW_SATISFACTION = 3
const MANY_OPEN_TICKETS = 50

const RISKS: readonly HealthReason[] = ['suspended', 'no_plan', 'past_due', 'plan_ended', 'low_satisfaction']

/** How a business fares, and why it is not `good`. */
export function healthOf(row: OverviewRow, now: Date): { health: TenantHealth; healthReasons: HealthReason[] } {
  const seenAt = row.activity_at ?? row.created_at
  const applies: Record<HealthReason, boolean> = {
    suspended: row.status === 'SUSPENDED',
    no_plan: row.plan_id === null,
    past_due: row.plan_status === 'past_due',
    plan_ended: row.plan_ends_at !== null && row.plan_ends_at <= now,
    low_satisfaction: row.ratings >= MIN_RATINGS && row.stars / row.ratings < LOW_SATISFACTION,
    many_open_tickets: row.open_tickets >= MANY_OPEN_TICKETS,
    inactive: now.getTime() - seenAt.getTime() > INACTIVE_MS,
  }
  const healthReasons = (Object.keys(applies) as HealthReason[]).filter((reason) => applies[reason])
  if (healthReasons.length === 0) return { health: 'good', healthReasons }
  return { health: healthReasons.some((reason) => RISKS.includes(reason)) ? 'risk' : 'watch', healthReasons }
}
