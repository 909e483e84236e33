import { PLANS } from '#contracts/billing/plan.ts'
import type { PlatformStats } from '#contracts/owner/overview.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type PayingRow, readSums } from './queries.ts'

const DAYS_30_MS = 30 * 86_400_000
/**
 * So many cents for each active business that completed onboarding and pays for its plan. The source of the formula is the earlier
 * system's revenue figure, 149 dollars times the active businesses that completed onboarding; it counted those that pay nothing too.
 */
const ESTIMATED_CENTS = 14_900

/** Between 0 and 1; null without a whole. */
const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)

/** The figures of the platform, from the kept sums. */
export async function readPlatformStats(platform: Platform): Promise<PlatformStats> {
  const now = platform.clock.now()
  const sums = await readSums(platform, now, new Date(now.getTime() - DAYS_30_MS))
  return {
    tenants: sums.tenants,
    activeTenants: sums.active,
    suspendedTenants: sums.suspended,
    demoTenants: sums.demo,
    newThisMonth: sums.new_this_month,
    growth: share(sums.new_in_30_days, sums.older),
    retention: share(sums.older_and_active, sums.older),
    members: sums.members,
    tickets: sums.tickets,
    openTickets: sums.open_tickets,
    chats: sums.chats,
    aiShare: share(sums.chats - sums.chats_handed_over, sums.chats),
    satisfaction: share(sums.stars, sums.ratings),
    revenue: revenueOf(sums.paying),
    at: now.toISOString(),
  }
}

function revenueOf(paying: readonly PayingRow[]): PlatformStats['revenue'] {
  const cents = (period: 'month' | 'once') =>
    paying.reduce((sum, { plan_id, n }) => {
      const { price } = PLANS[plan_id]
      return price?.period === period ? sum + n * price.cents : sum
    }, 0)
  const payingTenants = paying.reduce((sum, { n }) => sum + n, 0)
  return {
    estimateCents: ESTIMATED_CENTS * payingTenants,
    monthlyCents: cents('month'),
    onceCents: cents('once'),
    payingTenants,
  }
}
