import { z } from 'zod'
import type { TenantId } from '#contracts/ids.ts'
import { type Budgets, FirstProvider, ResponsePriority } from '#contracts/provider/api-settings.ts'
import { ProviderId } from '#contracts/provider/provider.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { readTenant } from '#server/tenant/service.ts'
import { completeOrder } from './provider-order.ts'
import { findPolicyRow, listProviderRows } from './queries.ts'
import type { PolicyRow, ProviderRow } from './schema.ts'

/** The tenant's settings of providers, with defaults where it has set nothing. Keys stay encrypted. */
export type ProviderSettings = {
  providers: ReadonlyMap<ProviderId, ProviderRow>
  order: readonly ProviderId[]
  firstProvider: FirstProvider
  responsePriority: ResponsePriority
  budgets: Budgets
  /** The tenant's time zone: budgets run by its calendar day. */
  timezone: string
  policy: PolicyRow | null
}

/** Enough for thousands of answers a day, and a limit against abuse by scripts and against loops. */
export const DEFAULT_BUDGETS: Budgets = { guestDailyCents: 100, tenantDailyCents: 2000, cheaperFromPercent: 80 }

/** Reads the settings without the cache. */
export async function loadProviderSettings(t: Tx): Promise<ProviderSettings> {
  const [rows, policy, { businessInfo }] = await Promise.all([listProviderRows(t), findPolicyRow(t), readTenant(t)])
  const order = z.array(ProviderId).safeParse(policy?.providerOrder).data ?? []
  return {
    providers: new Map(rows.map((row) => [row.provider, row])),
    order: completeOrder(order),
    firstProvider: FirstProvider.safeParse(policy?.firstProvider).data ?? 'by_task',
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

/** Every answer reads the settings. A change by another process is seen after this time, a change by this process at once. */
const CACHE_MS = 2000
const CACHED_TENANTS = 5000

type CachedSettings = { readAt: number; settings: Promise<ProviderSettings> }
const settingsCache = processState('provider settings', () => new Map<TenantId, CachedSettings>())

/** The settings, at most CACHE_MS old. */
export function cachedProviderSettings(tenant: Tenant): Promise<ProviderSettings> {
  const all = tenant.platform.state(settingsCache)
  const known = all.get(tenant.id)
  if (known && performance.now() - known.readAt < CACHE_MS) return known.settings
  const settings = tenant.read(loadProviderSettings)
  all.delete(tenant.id)
  all.set(tenant.id, { readAt: performance.now(), settings })
  settings.catch(() => invalidateProviderSettings(tenant))
  const oldest = all.keys().next().value
  if (all.size > CACHED_TENANTS && oldest) all.delete(oldest)
  return settings
}

export const invalidateProviderSettings = (tenant: Tenant): void => {
  tenant.platform.state(settingsCache).delete(tenant.id)
}
