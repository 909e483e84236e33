import type { GuestId, TenantId } from '#contracts/ids.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import type { ModelRequest } from './ask.ts'
import { listSpending } from './queries.ts'
import type { Setup } from './setup.ts'

const MICRO = 1_000_000
/** Few texts have fewer characters a token: what a call may cost is rather reckoned too high. */
const CHARACTERS_A_TOKEN = 3

/** What a request may still cost. */
export type Budget = {
  /** Most of a cap is spent: the cheapest model answers. */
  isTight: boolean
  /** Sets the cost of a call aside, if it fits; what was set aside before is given back. */
  reserve(microCents: number): boolean
  release(): void
}

const UNLIMITED: Budget = { isTight: false, reserve: () => true, release: () => undefined }

/** The day of a business, by its own clock: `2026-11-21`. */
export function dayOf(timezone: string, at: Date): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(at)
  } catch {
    return at.toISOString().slice(0, 10)
  }
}

/** Most of what a call may cost in tokens, before it is made. */
export const estimateOf = (request: ModelRequest): { inputTokens: number; outputTokens: number } => ({
  inputTokens: Math.ceil((request.system.length + JSON.stringify(request.messages).length) / CHARACTERS_A_TOKEN),
  outputTokens: request.maxTokens,
})

/** Calls under way: they are not in the database yet, and many at once must not pass a cap together. */
const underWay = new WeakMap<Platform, Map<string, number>>()

/** Opens the caps of a request: the business's, and the guest's where one asks. */
export async function openBudget(tenant: Tenant, setup: Setup, guestId: GuestId | null): Promise<Budget> {
  const { tenantDailyCents, guestDailyCents, cheaperFromPercent } = setup.budgets
  const capped = [
    { id: tenant.id as TenantId | GuestId, cap: tenantDailyCents },
    ...(guestId ? [{ id: guestId as TenantId | GuestId, cap: guestDailyCents }] : []),
  ].filter((one) => one.cap !== null)
  if (capped.length === 0) return UNLIMITED
  const day = dayOf(setup.timezone, tenant.platform.clock.now())
  const ids = capped.map((one) => one.id)
  const spent = new Map(
    (await tenant.read((t) => listSpending(t, day, ids))).map((row) => [row.subjectId, row.microCents]),
  )
  const reserved = underWay.get(tenant.platform) ?? new Map<string, number>()
  underWay.set(tenant.platform, reserved)
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
    isTight: limits.some((one) => one.spent >= (one.cap * cheaperFromPercent) / 100),
    reserve: (microCents) => {
      change(-held)
      if (limits.some((one) => one.spent + (reserved.get(one.key) ?? 0) + microCents > one.cap)) return false
      change(microCents)
      return true
    },
    release: () => change(-held),
  }
}
