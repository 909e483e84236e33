import type { GuestId, TenantId } from '#contracts/ids.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { dateFormat } from '#server/platform/text/date-format.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { listSpending } from './queries.ts'

const MICRO = 1_000_000

/** The remaining budget of a request. */
export type Budget = {
  /** Most of a daily budget is spent: the cheapest model answers. */
  isNearlySpent: boolean
  /** Reserves the highest possible cost of a call, beside those of other calls; null when it exceeds a daily budget. */
  reserve(microCents: number): Reservation | null
  /** Ends all reservations: the costs are stored. */
  release(): void
}

/** The reserved cost of a call. `settle` replaces it by the real cost once the call has ended. */
export type Reservation = { settle(microCents: number): void }

const UNLIMITED: Budget = {
  isNearlySpent: false,
  reserve: () => ({ settle: () => undefined }),
  release: () => undefined,
}

/** The calendar day in a time zone: `2026-11-21`. */
export const budgetDay = (timezone: string, at: Date): string =>
  dateFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(at)

/** Reservations of running calls, which are not yet in the database: concurrent calls must not exceed a budget together. */
const budgetReservations = processState('budget reservations', () => new Map<string, number>())

/** Opens the budgets of a request: the tenant's, and the guest's if there is one. */
export async function openBudget(tenant: Tenant, settings: ProviderSettings, guestId: GuestId | null): Promise<Budget> {
  const { tenantDailyCents, guestDailyCents, cheaperFromPercent } = settings.budgets
  const capped = [
    { id: tenant.id as TenantId | GuestId, cap: tenantDailyCents },
    ...(guestId ? [{ id: guestId as TenantId | GuestId, cap: guestDailyCents }] : []),
  ].filter((one) => one.cap !== null)
  if (capped.length === 0) return UNLIMITED
  const day = budgetDay(settings.timezone, tenant.platform.clock.now())
  const ids = capped.map((one) => one.id)
  const spent = new Map(
    (await tenant.read((t) => listSpending(t, day, ids))).map((row) => [row.subjectId, row.microCents]),
  )
  const reserved = tenant.platform.state(budgetReservations)
  const limits = capped.map(({ id, cap }) => ({
    key: `${tenant.id} ${id}`,
    cap: (cap ?? 0) * MICRO,
    spent: spent.get(id) ?? 0,
  }))
  let held = 0
  const change = (by: number) => {
    for (const { key } of limits) {
      const sum = (reserved.get(key) ?? 0) + by
      if (sum > 0) reserved.set(key, sum)
      else reserved.delete(key)
    }
    held += by
  }
  return {
    isNearlySpent: limits.some((one) => one.spent >= (one.cap * cheaperFromPercent) / 100),
    reserve: (microCents) => {
      if (limits.some((one) => one.spent + (reserved.get(one.key) ?? 0) + microCents > one.cap)) return null
      change(microCents)
      return { settle: (cost) => change(cost - microCents) }
    },
    release: () => change(-held),
  }
}
