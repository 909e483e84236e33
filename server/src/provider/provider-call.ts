import type { ModelMessage, ToolSet } from 'ai'
import { type ModelCall, ModelError, type Usage } from '#server/platform/models/model.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { AttemptLog } from './attempt-log.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { CallCause, CallFault, ModelPart, ModelRequest, RequestRecord } from './model-request.ts'
import type { PlannedCall } from './planned-call.ts'
import { costOf } from './prices.ts'
import { usageOfInterrupted } from './token-estimate.ts'

/** An unknown model is not called again for this time. */
const UNKNOWN_MODEL_SECONDS = 300
/** A rejected key is stored in the database; this pause covers the time until the settings are read again. */
const REJECTED_KEY_SECONDS = 3600

/** Faults after which the provider may charge for what it had read and written by then. */
const MAY_COST: ReadonlySet<CallFault> = new Set(['cut', 'timeout', 'superseded', 'aborted'])

export type CallInput = {
  tenant: Tenant
  request: ModelRequest
  plan: PlannedCall
  cause: CallCause
  messages: readonly ModelMessage[]
  tools: ToolSet | undefined
  maxCalls: number
  silenceMs: number
  breaker: CircuitBreaker
  attemptLog: AttemptLog
  /** What is recorded of the whole request so far. */
  record(): RequestRecord
  /** Told the number of requests to the provider when the call has ended. */
  onEnd(calls: number): void
}

/** One call of one provider. Its end is recorded once: with its tokens, its cost, and what follows for the circuit breaker. */
export type ProviderCall = {
  /** The parts of the answer, `finish` last. Throws ModelError where the call failed, or the signal's reason. */
  parts(signal: AbortSignal): AsyncGenerator<ModelPart>
  /** Records that the call was stopped. One that was silent for `slowMs` counts as failed, so that a dead provider is soon left out. */
  stop(fault: 'superseded' | 'aborted', slowMs: number): void
}

/** Creates a call; nothing is sent before its parts are read. */
export function createCall(input: CallInput): ProviderCall {
  const { tenant, plan, breaker, attemptLog, request } = input
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  let firstTokenMs: number | null = null
  let received = 0
  let tools = 0
  const attempt = attemptLog.begin({ provider: plan.row.provider, model: plan.model, cause: input.cause })
  const end = (fault: CallFault | null, reported: Usage | null, calls: number): number => {
    const mayCost = fault !== null && (MAY_COST.has(fault) || firstTokenMs !== null)
    const used = mayCost
      ? usageOfInterrupted(
          reported,
          { prompt: { system: request.system, messages: input.messages }, requests: calls },
          received,
        )
      : { usage: reported ?? { inputTokens: 0, outputTokens: 0 }, isEstimated: false }
    const costMicroCents = costOf(used.usage, plan.price)
    const priceVersion = plan.price.version
    attempt.end({ fault, ...used, costMicroCents, priceVersion, firstTokenMs, latencyMs: elapsed() })
    plan.reservation.settle(costMicroCents)
    tenant.platform.load.count(tenant.id, 'modelCalls', calls)
    input.onEnd(calls)
    return costMicroCents
  }
  const stop: ProviderCall['stop'] = (fault, slowMs) => {
    if (attempt.isEnded) return
    const isSilent = firstTokenMs === null && tools === 0 && elapsed() >= slowMs
    end(isSilent ? 'timeout' : fault, null, tools + 1)
    if (isSilent) breaker.recordFailure(plan.key, tenant.platform.clock.now().getTime())
    else breaker.releaseProbe(plan.key)
  }
  async function* parts(signal: AbortSignal): AsyncGenerator<ModelPart> {
    try {
      for await (const part of tenant.platform.models.stream(modelCallOf(input), signal)) {
        if (part.type === 'finish') {
          const costMicroCents = end(null, part.usage, part.calls)
          breaker.recordSuccess(plan.key)
          breaker.recordSuccess(plan.modelKey)
          attemptLog.changeStatus(plan.row, 'ok')
          const { provider } = plan.row
          yield { type: 'finish', provider, model: plan.model, usage: part.usage, costMicroCents, ...input.record() }
          return
        }
        if (part.type === 'tool') tools += 1
        if (part.type === 'text' && part.text !== '') firstTokenMs ??= elapsed()
        if (part.type === 'text') received += part.text.length
        yield part
      }
      throw new ModelError('cut')
    } catch (error) {
      if (attempt.isEnded || signal.aborted) throw error
      const fault = toModelError(tenant, error)
      end(fault.kind, fault.usage, Math.max(1, fault.calls))
      applyFault(input, fault)
      throw fault
    } finally {
      stop('aborted', Number.POSITIVE_INFINITY)
    }
  }
  return { parts, stop }
}

const modelCallOf = ({ plan, request, messages, tools, maxCalls, silenceMs }: CallInput): ModelCall => ({
  provider: plan.row.provider,
  apiKey: plan.apiKey,
  baseUrl: plan.row.provider === 'custom' ? plan.row.baseUrl : null,
  model: plan.model,
  system: request.system,
  messages,
  ...(tools ? { tools } : {}),
  maxTokens: request.maxTokens,
  temperature: request.temperature,
  silenceMs,
  maxCalls,
})

/** An error that is no ModelError is a defect of the gateway: it is logged, and the next provider answers. */
function toModelError(tenant: Tenant, error: unknown): ModelError {
  if (error instanceof ModelError) return error
  tenant.platform.log.error({ err: error }, 'the model gateway failed unexpectedly')
  return new ModelError('bad_answer')
}

/** Updates the circuit breaker and the key's status after a fault. */
function applyFault({ breaker, attemptLog, tenant, plan }: CallInput, fault: ModelError): void {
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
