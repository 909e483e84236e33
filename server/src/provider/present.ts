import { ProviderId } from '#contracts/provider/provider.ts'
import type { ApiSettingsView, ProviderView } from '#contracts/provider/settings.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { ownPriceOf } from './chain.ts'
import { usableKey } from './key.ts'
import { defaultModelOf, suggestedModels } from './models.ts'
import { listPriceOf } from './prices.ts'
import type { DaySums } from './queries.ts'
import type { ProviderRow } from './schema.ts'
import type { Setup } from './setup.ts'

/** The settings without anything that opens an account: of a key there is its end only. */
export function presentSettings(
  tenant: Tenant,
  setup: Setup,
  sums: readonly DaySums[],
  microCents: number,
  now: Date,
): ApiSettingsView {
  const today = new Map(sums.map((one) => [one.provider, one]))
  return {
    providers: ProviderId.options.map((id) => presentProvider(tenant, id, setup.providers.get(id), today.get(id), now)),
    order: [...setup.order],
    responsePriority: setup.responsePriority,
    budgets: setup.budgets,
    spentTodayMicroCents: microCents,
    updatedAt: setup.policy?.updatedAt.toISOString() ?? null,
    updatedByName: setup.policy?.updatedByName ?? null,
  }
}

function presentProvider(
  tenant: Tenant,
  id: ProviderId,
  row: ProviderRow | undefined,
  today: DaySums | undefined,
  now: Date,
): ProviderView {
  const list = listPriceOf(id, row?.model ?? defaultModelOf(id), now)
  return {
    id,
    hasKey: row?.sealedKey != null,
    keyEnd: row?.keyEnd ?? null,
    keyChangedAt: row?.keyChangedAt?.toISOString() ?? null,
    isUnreadable: row ? usableKey(tenant, row) === null && row.sealedKey !== null : false,
    status: row?.status ?? 'untested',
    checkedAt: row?.checkedAt?.toISOString() ?? null,
    model: row?.model ?? null,
    defaultModel: defaultModelOf(id),
    models: suggestedModels(id),
    baseUrl: row?.baseUrl ?? null,
    ownPrice: row ? ownPriceOf(row) : null,
    listPrice: list && { inputCents: list.inputCents, outputCents: list.outputCents },
    isPriceEstimated: list?.version === 'label',
    callsToday: today?.calls ?? 0,
    failedToday: today?.failed ?? 0,
    spentTodayMicroCents: today?.microCents ?? 0,
  }
}
