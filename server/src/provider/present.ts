import type { ApiSettingsView, ProviderView } from '#contracts/provider/api-settings.ts'
import { ProviderId } from '#contracts/provider/provider.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { usableKey } from './api-key.ts'
import { defaultModelOf, suggestedModels } from './models.ts'
import { customPriceOf } from './planned-call.ts'
import { listPriceOf } from './prices.ts'
import { TASK_RULES } from './provider-order.ts'
import type { ProviderSettings } from './provider-settings.ts'
import type { DaySums } from './queries.ts'
import type { ProviderRow } from './schema.ts'

/** The settings without secrets: of a key only its last characters. */
export function presentSettings(
  tenant: Tenant,
  settings: ProviderSettings,
  sums: readonly DaySums[],
  microCents: number,
  now: Date,
): ApiSettingsView {
  const today = new Map(sums.map((one) => [one.provider, one]))
  return {
    providers: ProviderId.options.map((id) =>
      presentProvider(tenant, id, settings.providers.get(id), today.get(id), now),
    ),
    order: [...settings.order],
    firstProvider: settings.firstProvider,
    taskRules: [...TASK_RULES],
    responsePriority: settings.responsePriority,
    budgets: settings.budgets,
    spentTodayMicroCents: microCents,
    updatedAt: settings.policy?.updatedAt.toISOString() ?? null,
    updatedByName: settings.policy?.updatedByName ?? null,
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
    hasKey: row?.encryptedKey != null,
    keyEnd: row?.keyEnd ?? null,
    keyChangedAt: row?.keyChangedAt?.toISOString() ?? null,
    isUnreadable: row ? usableKey(tenant, row) === null && row.encryptedKey !== null : false,
    status: row?.status ?? 'untested',
    checkedAt: row?.checkedAt?.toISOString() ?? null,
    model: row?.model ?? null,
    defaultModel: defaultModelOf(id),
    models: suggestedModels(id),
    baseUrl: row?.baseUrl ?? null,
    customPrice: row ? customPriceOf(row) : null,
    listPrice: { inputCents: list.inputCents, outputCents: list.outputCents },
    isPriceEstimated: list.version === 'fallback',
    callsToday: today?.calls ?? 0,
    failedToday: today?.failed ?? 0,
    spentTodayMicroCents: today?.microCents ?? 0,
  }
}
