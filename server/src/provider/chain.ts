import type { ProviderId } from '#contracts/provider/provider.ts'
import { type ModelCall, ModelError } from '#server/platform/models/model.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { AnswerCut, type AskPart, type ModelRequest, NoModel } from './ask.ts'
import { type Breaker, breakerOf } from './breaker.ts'
import { type Budget, estimateOf, openBudget } from './budget.ts'
import { isConnected, usableKey } from './key.ts'
import { cheapestModel, modelFor } from './models.ts'
import { orderFor } from './order.ts'
import { costOf, type Price, priceOf } from './prices.ts'
import { type Journal, openJournal } from './record.ts'
import type { ProviderRow } from './schema.ts'
import { type Setup, setupOf } from './setup.ts'

/** Calls of providers for one message in all, and of one provider with its tools. */
const CALLS_A_MESSAGE = 6
const CALLS_A_PROVIDER = 4
/** A model nobody knows is not asked for again for a while. */
const UNKNOWN_MODEL_SECONDS = 300
/** A refused key waits for a new one; in the database too, this is only until that is read again. */
const REFUSED_SECONDS = 3600

type Chain = {
  tenant: Tenant
  setup: Setup
  request: ModelRequest
  signal: AbortSignal
  breaker: Breaker
  budget: Budget
  journal: Journal
  calls: number
}

/** One provider as it will be called. */
type Plan = { row: ProviderRow; apiKey: string; model: string; price: Price | null; key: string; modelKey: string }

/**
 * Asks the business's models, one after the other until one speaks (R9). A fallback before the first words shows nowhere. Throws
 * NoModel when nobody answers, AnswerCut when the one that spoke broke off, or the signal's reason. Every call is recorded.
 */
export async function* askModel(tenant: Tenant, request: ModelRequest, signal: AbortSignal): AsyncGenerator<AskPart> {
  const setup = await setupOf(tenant)
  const connected = connectedOf(setup, request)
  if (connected.length === 0) throw new NoModel('no_key')
  const budget = await openBudget(tenant, setup, request.guestId)
  const journal = openJournal(tenant, setup, request)
  const breaker = breakerOf(tenant.platform)
  try {
    yield* run({ tenant, setup, request, signal, breaker, budget, journal, calls: 0 }, connected)
  } finally {
    await journal.write()
    budget.release()
  }
}

/** Who could be asked, first the one who should be. */
const connectedOf = (setup: Setup, request: ModelRequest): ProviderRow[] =>
  orderFor(request, setup.order)
    .map((provider) => setup.providers.get(provider))
    .filter((row) => row !== undefined && isConnected(row)) as ProviderRow[]

async function* run(chain: Chain, connected: ProviderRow[]): AsyncGenerator<AskPart> {
  const { request, budget, breaker, journal, tenant } = chain
  const estimate = estimateOf(request)
  let isTooDear = false
  for (const row of connected) {
    if (chain.calls >= CALLS_A_MESSAGE) break
    const plan = row.status === 'wrong_key' ? null : planFor(chain, row)
    if (!plan) continue
    const now = tenant.platform.clock.now().getTime()
    if (!breaker.mayCall(plan.modelKey, now) || !breaker.mayCall(plan.key, now)) continue
    if (!budget.reserve(costOf(estimate, plan.price))) {
      isTooDear = true
      breaker.released(plan.key)
      continue
    }
    const fault = yield* call(chain, plan)
    if (!fault) return
    // The request itself is wrong: the next one would refuse it too.
    if (fault.fault === 'bad_request') break
  }
  throw new NoModel(isTooDear && journal.attempts.length === 0 ? 'budget' : 'all_failed', journal.attempts)
}

function planFor({ tenant, setup, request, budget }: Chain, row: ProviderRow): Plan | null {
  const { provider } = row
  const now = tenant.platform.clock.now()
  const agent = request.agent?.provider === provider ? request.agent.model : null
  const isDifficult = request.complexity === 'high' || request.isExpert
  const wanted = { priority: setup.responsePriority, isDifficult }
  const chosen = modelFor(provider, { agent, business: row.model }, wanted)
  const model = budget.isTight ? cheapestModel(provider, chosen, now) : chosen
  const apiKey = usableKey(tenant, row)
  if (!model || apiKey === null) return null
  const key = breakerKey(tenant, row)
  return { row, apiKey, model, price: priceOf(provider, model, ownPriceOf(row), now), key, modelKey: `${key} ${model}` }
}

export const ownPriceOf = (row: ProviderRow): { inputCents: number; outputCents: number } | null =>
  row.inputCents === null || row.outputCents === null
    ? null
    : { inputCents: row.inputCents, outputCents: row.outputCents }

/** What is learned about a key holds for this key only. */
export const breakerKey = (tenant: Tenant, row: { provider: ProviderId; keyChangedAt: Date | null }): string =>
  `${tenant.id} ${row.provider} ${row.keyChangedAt?.getTime() ?? 0}`

/** Calls one provider. Gives the fault of one that said nothing; throws once words are out. */
async function* call(chain: Chain, plan: Plan): AsyncGenerator<AskPart, ModelError | null> {
  const { journal, breaker, signal, tenant } = chain
  const { provider } = plan.row
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  let firstTokenMs: number | null = null
  let isSettled = false
  const settle = (fault: string | null, told: { inputTokens: number; outputTokens: number } | null) => {
    isSettled = true
    const usage = told ?? { inputTokens: 0, outputTokens: 0 }
    const costMicroCents = costOf(usage, plan.price)
    const priceVersion = plan.price?.version ?? null
    const latencyMs = elapsed()
    journal.add({ provider, model: plan.model, fault, usage, costMicroCents, priceVersion, firstTokenMs, latencyMs })
    return costMicroCents
  }
  try {
    for await (const part of tenant.platform.models.stream(callOf(chain, plan), signal)) {
      if (part.type === 'finish') {
        chain.calls += part.calls
        const costMicroCents = settle(null, part.usage)
        breaker.succeeded(plan.key)
        breaker.succeeded(plan.modelKey)
        journal.learn(plan.row, 'ok')
        await journal.write()
        yield {
          type: 'finish',
          provider,
          model: plan.model,
          usage: part.usage,
          costMicroCents,
          attempts: journal.attempts,
        }
        return null
      }
      if (part.type === 'text' && part.text !== '') firstTokenMs ??= elapsed()
      yield part
    }
    throw new ModelError('cut')
  } catch (error) {
    if (isSettled) throw error
    if (signal.aborted) throw signal.reason
    const fault = faultOf(tenant, error)
    chain.calls += Math.max(1, fault.calls)
    settle(fault.fault, fault.usage)
    judge(chain, plan, fault)
    if (firstTokenMs !== null) throw new AnswerCut(journal.attempts)
    return fault
  } finally {
    // The caller gave up, or listens no more.
    if (!isSettled) {
      settle('aborted', null)
      breaker.released(plan.key)
    }
  }
}

const callOf = ({ request, calls }: Chain, plan: Plan): ModelCall => ({
  provider: plan.row.provider,
  apiKey: plan.apiKey,
  baseUrl: plan.row.provider === 'custom' ? plan.row.baseUrl : null,
  model: plan.model,
  system: request.system,
  messages: request.messages,
  ...(request.tools ? { tools: request.tools } : {}),
  maxTokens: request.maxTokens,
  temperature: request.temperature,
  maxCalls: Math.min(CALLS_A_PROVIDER, CALLS_A_MESSAGE - calls),
})

/** What is no ModelError is a fault of ours: told to the log, and for the customer the next provider answers. */
function faultOf(tenant: Tenant, error: unknown): ModelError {
  if (error instanceof ModelError) return error
  tenant.platform.log.error({ err: error }, 'the gateway failed in an unknown way')
  return new ModelError('bad_answer')
}

/** What a fault means for the next calls. */
function judge({ breaker, journal, tenant }: Chain, plan: Plan, fault: ModelError): void {
  const now = tenant.platform.clock.now().getTime()
  switch (fault.fault) {
    case 'wrong_key':
      breaker.paused(plan.key, now, REFUSED_SECONDS)
      journal.learn(plan.row, 'wrong_key')
      return
    case 'rate_limited':
      breaker.paused(plan.key, now, fault.retryAfterSeconds)
      return
    case 'unknown_model':
      breaker.released(plan.key)
      breaker.paused(plan.modelKey, now, UNKNOWN_MODEL_SECONDS)
      journal.learn(plan.row, 'unknown_model')
      return
    case 'bad_request':
      breaker.released(plan.key)
      journal.learn(plan.row, 'bad_request')
      return
    default:
      breaker.failed(plan.key, now)
  }
}
