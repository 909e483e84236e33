import type { ProviderId } from '#contracts/provider/provider.ts'
import { type ModelCall, ModelError } from '#server/platform/models/model.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { isConnected, usableKey } from './api-key.ts'
import { type AttemptLog, createAttemptLog } from './attempt-log.ts'
import { type Budget, estimateTokens, openBudget } from './budget.ts'
import { type CircuitBreaker, circuitBreakerOf } from './circuit-breaker.ts'
import { AnswerCutError, type ModelPart, type ModelRequest, NoModelError } from './model-request.ts'
import { cheapestModel, chooseModel } from './models.ts'
import { costOf, type Price, priceOf } from './prices.ts'
import { orderProviders } from './provider-order.ts'
import { cachedProviderSettings, type ProviderSettings } from './provider-settings.ts'
import type { ProviderRow } from './schema.ts'

/** Provider calls per message, and calls of one provider per message (tool calls cause more than one). */
const MAX_CALLS_PER_MESSAGE = 6
const MAX_CALLS_PER_PROVIDER = 4
/** An unknown model is not called again for this time. */
const UNKNOWN_MODEL_SECONDS = 300
/** A rejected key is stored in the database; this pause covers the time until the settings are read again. */
const REJECTED_KEY_SECONDS = 3600

type Chain = {
  tenant: Tenant
  settings: ProviderSettings
  request: ModelRequest
  signal: AbortSignal
  breaker: CircuitBreaker
  budget: Budget
  attemptLog: AttemptLog
  calls: number
}

/** A provider with the key, model and price for one call. */
type PlannedCall = {
  row: ProviderRow
  apiKey: string
  model: string
  price: Price | null
  key: string
  modelKey: string
}

/**
 * Calls the tenant's models in order until one answers. A fallback before the first text is invisible to the customer. Throws
 * NoModelError when none answers, AnswerCutError when one stops after its first text, or the signal's reason. Every call is stored.
 */
export async function* askModel(tenant: Tenant, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
  const settings = await cachedProviderSettings(tenant)
  const connected = connectedProviders(settings, request)
  if (connected.length === 0) throw new NoModelError('no_key')
  const budget = await openBudget(tenant, settings, request.guestId)
  const attemptLog = createAttemptLog(tenant, settings, request)
  const breaker = circuitBreakerOf(tenant.platform)
  try {
    yield* tryProviders(
      { tenant, settings, request, signal, breaker, budget, attemptLog: attemptLog, calls: 0 },
      connected,
    )
  } finally {
    await attemptLog.flush()
    budget.release()
  }
}

/** The connected providers in the order to call them. */
const connectedProviders = (settings: ProviderSettings, request: ModelRequest): ProviderRow[] =>
  orderProviders(request, settings.order)
    .map((provider) => settings.providers.get(provider))
    .filter((row) => row !== undefined && isConnected(row)) as ProviderRow[]

async function* tryProviders(chain: Chain, connected: ProviderRow[]): AsyncGenerator<ModelPart> {
  const { request, budget, breaker, attemptLog, tenant } = chain
  const estimate = estimateTokens(request)
  let isOverBudget = false
  for (const row of connected) {
    if (chain.calls >= MAX_CALLS_PER_MESSAGE) break
    const plan = row.status === 'wrong_key' ? null : planCall(chain, row)
    if (!plan) continue
    const now = tenant.platform.clock.now().getTime()
    if (!breaker.mayCall(plan.modelKey, now) || !breaker.mayCall(plan.key, now)) continue
    if (!budget.reserve(costOf(estimate, plan.price))) {
      isOverBudget = true
      breaker.releaseProbe(plan.key)
      continue
    }
    const fault = yield* callProvider(chain, plan)
    if (!fault) return
    // The request itself is invalid: the next provider would reject it too.
    if (fault.kind === 'bad_request') break
  }
  throw new NoModelError(
    isOverBudget && attemptLog.attempts.length === 0 ? 'budget' : 'all_failed',
    attemptLog.attempts,
  )
}

function planCall({ tenant, settings, request, budget }: Chain, row: ProviderRow): PlannedCall | null {
  const { provider } = row
  const now = tenant.platform.clock.now()
  const agent = request.agent?.provider === provider ? request.agent.model : null
  const isDifficult = request.complexity === 'high' || request.isExpert
  const wanted = { priority: settings.responsePriority, isDifficult }
  const chosen = chooseModel(provider, { agent, business: row.model }, wanted)
  const model = budget.isNearlySpent ? cheapestModel(provider, chosen, now) : chosen
  const apiKey = usableKey(tenant, row)
  if (!model || apiKey === null) return null
  const key = breakerKey(tenant, row)
  return {
    row,
    apiKey,
    model,
    price: priceOf(provider, model, customPriceOf(row), now),
    key,
    modelKey: `${key} ${model}`,
  }
}

export const customPriceOf = (row: ProviderRow): { inputCents: number; outputCents: number } | null =>
  row.inputCents === null || row.outputCents === null
    ? null
    : { inputCents: row.inputCents, outputCents: row.outputCents }

/** The circuit breaker's key: changing the API key resets its state. */
export const breakerKey = (tenant: Tenant, row: { provider: ProviderId; keyChangedAt: Date | null }): string =>
  `${tenant.id} ${row.provider} ${row.keyChangedAt?.getTime() ?? 0}`

/** Calls one provider. Returns the fault if it failed before its first text; throws AnswerCutError if it failed later. */
async function* callProvider(chain: Chain, plan: PlannedCall): AsyncGenerator<ModelPart, ModelError | null> {
  const { attemptLog, breaker, signal, tenant } = chain
  const { provider } = plan.row
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  let firstTokenMs: number | null = null
  let isRecorded = false
  const recordAttempt = (fault: string | null, reported: { inputTokens: number; outputTokens: number } | null) => {
    isRecorded = true
    const usage = reported ?? { inputTokens: 0, outputTokens: 0 }
    const costMicroCents = costOf(usage, plan.price)
    const priceVersion = plan.price?.version ?? null
    const latencyMs = elapsed()
    attemptLog.add({ provider, model: plan.model, fault, usage, costMicroCents, priceVersion, firstTokenMs, latencyMs })
    return costMicroCents
  }
  try {
    for await (const part of tenant.platform.models.stream(modelCallOf(chain, plan), signal)) {
      if (part.type === 'finish') {
        chain.calls += part.calls
        const costMicroCents = recordAttempt(null, part.usage)
        breaker.recordSuccess(plan.key)
        breaker.recordSuccess(plan.modelKey)
        attemptLog.changeStatus(plan.row, 'ok')
        await attemptLog.flush()
        yield {
          type: 'finish',
          provider,
          model: plan.model,
          usage: part.usage,
          costMicroCents,
          attempts: attemptLog.attempts,
        }
        return null
      }
      if (part.type === 'text' && part.text !== '') firstTokenMs ??= elapsed()
      yield part
    }
    throw new ModelError('cut')
  } catch (error) {
    if (isRecorded) throw error
    if (signal.aborted) throw signal.reason
    const fault = toModelError(tenant, error)
    chain.calls += Math.max(1, fault.calls)
    recordAttempt(fault.kind, fault.usage)
    applyFault(chain, plan, fault)
    if (firstTokenMs !== null) throw new AnswerCutError(attemptLog.attempts)
    return fault
  } finally {
    // The consumer was cancelled or stopped reading.
    if (!isRecorded) {
      recordAttempt('aborted', null)
      breaker.releaseProbe(plan.key)
    }
  }
}

const modelCallOf = ({ request, calls }: Chain, plan: PlannedCall): ModelCall => ({
  provider: plan.row.provider,
  apiKey: plan.apiKey,
  baseUrl: plan.row.provider === 'custom' ? plan.row.baseUrl : null,
  model: plan.model,
  system: request.system,
  messages: request.messages,
  ...(request.tools ? { tools: request.tools } : {}),
  maxTokens: request.maxTokens,
  temperature: request.temperature,
  maxCalls: Math.min(MAX_CALLS_PER_PROVIDER, MAX_CALLS_PER_MESSAGE - calls),
})

/** An error that is no ModelError is a defect of the gateway: it is logged, and the next provider answers. */
function toModelError(tenant: Tenant, error: unknown): ModelError {
  if (error instanceof ModelError) return error
  tenant.platform.log.error({ err: error }, 'the model gateway failed unexpectedly')
  return new ModelError('bad_answer')
}

/** Updates the circuit breaker and the key's status after a fault. */
function applyFault({ breaker, attemptLog, tenant }: Chain, plan: PlannedCall, fault: ModelError): void {
  const now = tenant.platform.clock.now().getTime()
  switch (fault.kind) {
    case 'wrong_key':
      breaker.pause(plan.key, now, REJECTED_KEY_SECONDS)
      attemptLog.changeStatus(plan.row, 'wrong_key')
      return
    case 'rate_limited':
      breaker.pause(plan.key, now, fault.retryAfterSeconds)
      return
    case 'unknown_model':
      breaker.releaseProbe(plan.key)
      breaker.pause(plan.modelKey, now, UNKNOWN_MODEL_SECONDS)
      attemptLog.changeStatus(plan.row, 'unknown_model')
      return
    case 'bad_request':
      breaker.releaseProbe(plan.key)
      attemptLog.changeStatus(plan.row, 'bad_request')
      return
    default:
      breaker.recordFailure(plan.key, now)
  }
}
