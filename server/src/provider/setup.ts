import { z } from 'zod'
import type { TenantId } from '#contracts/ids.ts'
import { ProviderId } from '#contracts/provider/provider.ts'
import { type Budgets, ResponsePriority } from '#contracts/provider/settings.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import { completed } from './order.ts'
import { findPolicyRow, listProviderRows } from './queries.ts'
import type { PolicyRow, ProviderRow } from './schema.ts'

/** What a business has set, with the defaults where it has set nothing. Keys stay sealed in it. */
export type Setup = {
  providers: ReadonlyMap<ProviderId, ProviderRow>
  order: readonly ProviderId[]
  responsePriority: ResponsePriority
  budgets: Budgets
  /** Of the business: its day is the budget's day. */
  timezone: string
  policy: PolicyRow | null
}

/** Enough for thousands of answers a day, and a stop for what nobody meant: a stranger's script, a loop. */
export const DEFAULT_BUDGETS: Budgets = { guestDailyCents: 100, tenantDailyCents: 2000, cheaperFromPercent: 80 }

/** Reads it fresh. */
export async function readSetup(t: Tx): Promise<Setup> {
  const [rows, policy, { businessInfo }] = await Promise.all([listProviderRows(t), findPolicyRow(t), readTenant(t)])
  const order = z.array(ProviderId).safeParse(policy?.providerOrder).data ?? []
  return {
    providers: new Map(rows.map((row) => [row.provider, row])),
    order: completed(order),
    responsePriority: ResponsePriority.safeParse(policy?.responsePriority).data ?? 'fast',
    budgets: policy
      ? {
          guestDailyCents: policy.guestDailyCents,
          tenantDailyCents: policy.tenantDailyCents,
          cheaperFromPercent: policy.cheaperFromPercent,
        }
      : DEFAULT_BUDGETS,
    timezone: businessInfo.timezone,
    policy: policy ?? null,
  }
}

/** Every answer asks for it: another process's change is seen after this time, the own one at once. */
const KEPT_MS = 2000
const KEPT_AT_MOST = 5000

type Kept = { readAt: number; setup: Promise<Setup> }
const kept = new WeakMap<Platform, Map<TenantId, Kept>>()

/** The setup as of a moment ago. */
export function setupOf(tenant: Tenant): Promise<Setup> {
  const all = kept.get(tenant.platform) ?? new Map<TenantId, Kept>()
  kept.set(tenant.platform, all)
  const known = all.get(tenant.id)
  if (known && performance.now() - known.readAt < KEPT_MS) return known.setup
  const setup = tenant.read(readSetup)
  all.delete(tenant.id)
  all.set(tenant.id, { readAt: performance.now(), setup })
  setup.catch(() => forgetSetup(tenant))
  const oldest = all.keys().next().value
  if (all.size > KEPT_AT_MOST && oldest) all.delete(oldest)
  return setup
}

export const forgetSetup = (tenant: Tenant): void => {
  kept.get(tenant.platform)?.delete(tenant.id)
}
