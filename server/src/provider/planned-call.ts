import type { TokenPrice } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { usableKey } from './api-key.ts'
import type { Budget, Reservation } from './budget.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { ModelRequest, SkipReason } from './model-request.ts'
import { cheapestModel, chooseModel } from './models.ts'
import { costOf, type Price, priceOf } from './prices.ts'
import type { ProviderSettings } from './provider-settings.ts'
import type { ProviderRow } from './schema.ts'
import { estimateTokens } from './token-estimate.ts'

/** A provider with the key, model, price and reserved budget for one call. */
export type PlannedCall = {
  row: ProviderRow
  apiKey: string
  model: string
  price: Price
  /** The circuit breaker's keys: of the API key, and of the model with it. */
  key: string
  modelKey: string
  reservation: Reservation
}

type Planning = {
  tenant: Tenant
  settings: ProviderSettings
  request: ModelRequest
  breaker: CircuitBreaker
  budget: Budget
}

/** Plans a call of a provider and reserves its highest possible cost; the reason where it cannot be called now. */
export function planCall(
  { tenant, settings, request, breaker, budget }: Planning,
  row: ProviderRow,
): PlannedCall | SkipReason {
  if (row.status === 'wrong_key') return 'wrong_key'
  const { provider } = row
  const at = tenant.platform.clock.now()
  const agent = request.agent?.provider === provider ? request.agent.model : null
  const isDifficult = request.complexity === 'high' || request.isExpert
  const wanted = { priority: settings.responsePriority, isDifficult }
  const chosen = chooseModel(provider, { agent, business: row.model }, wanted)
  const model = budget.isNearlySpent ? cheapestModel(provider, chosen, at) : chosen
  const apiKey = usableKey(tenant, row)
  if (apiKey === null) return 'unreadable_key'
  if (!model) return 'no_model'
  const key = breakerKey(tenant, row)
  const modelKey = `${key} ${model}`
  if (!breaker.mayCall(modelKey, at.getTime()) || !breaker.mayCall(key, at.getTime())) return 'paused'
  const price = priceOf(provider, model, customPriceOf(row), at)
  const reservation = budget.reserve(costOf(estimateTokens(request), price))
  if (!reservation) {
    breaker.releaseProbe(key)
    return 'budget'
  }
  return { row, apiKey, model, price, key, modelKey, reservation }
}

/** The tenant's own price of a provider's tokens. */
export const customPriceOf = (row: ProviderRow): TokenPrice | null =>
  row.inputCents === null || row.outputCents === null
    ? null
    : { inputCents: row.inputCents, outputCents: row.outputCents }

/** The circuit breaker's key: changing the API key resets its state. */
export const breakerKey = (tenant: Tenant, row: { provider: ProviderId; keyChangedAt: Date | null }): string =>
  `${tenant.id} ${row.provider} ${row.keyChangedAt?.getTime() ?? 0}`
