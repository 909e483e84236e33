import type { LanguageModel, LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import type { Outgoing } from '#server/platform/http/outgoing.ts'
import { yieldSlot } from '#server/platform/jobs/worker-slots.ts'
import type { Log } from '#server/platform/log.ts'
import { NO_SPAN, type SpanStart, type Tracing } from '#server/platform/tracing/tracing.ts'
import { type CallTimeouts, startCallTimeouts } from './call-timeouts.ts'
import { CATALOGUE } from './catalogue.ts'
import { modelErrorOf } from './classify-error.ts'
import { type ModelCall, ModelError, type ModelPart, type Models, type Usage } from './model.ts'
import { createModelFetch, type ModelFetch } from './model-fetch.ts'
import { partialUsageOf, REPORTS_USAGE_EARLY } from './usage.ts'

type Options = {
  log: Log
  /** For the built-in providers, at their addresses or at the operator's gateway. */
  http: Outgoing
  /** For custom providers: the tenants' servers. */
  customHttp: Outgoing
  /** Sends the calls of the built-in providers to `{origin}/{provider}/…`; null: to the provider's address. */
  origin: string | null
  /** Records each call as a part of the request or job that makes it. */
  tracing?: Tracing
  /** Throws when a database transaction is open. The HTTP clients check it too, but there the error would become `bad_answer`. */
  assertNoTransaction?: () => void
}

const SILENCE_MS = 5000
const TOTAL_MS = 20_000
const MAX_CALLS = 4

/** The characters of a key: it becomes a header's value. */
const KEY = /^[\x21-\x7e]{1,500}$/

/** Calls models of any provider with a tenant's key; no SDK is loaded before the first call. */
export function createModels(options: Options): Models {
  return {
    stream: (call, signal) => run(options, call, signal, false),
    async test(test, signal) {
      const began = performance.now()
      const call = { ...test, system: '', messages: [{ role: 'user' as const, content: 'Hello' }], maxTokens: 10 }
      for await (const part of run(options, call, signal, true)) {
        if (part.type === 'finish')
          return { model: part.model, usage: part.usage, latencyMs: Math.round(performance.now() - began) }
      }
      throw new ModelError('cut')
    },
    async stop() {
      await options.http.stop()
      await options.customHttp.stop()
    },
  }
}

type Call = Omit<ModelCall, 'temperature'> & { temperature?: number }

/** The state of a running call. */
type Progress = {
  /** Usage that the provider reported for the step under way. */
  partial: Usage | null
  usage: Usage
  isUsageKnown: boolean
  hasOutput: boolean
  model: string
  failure: unknown
}

async function* run(options: Options, call: Call, caller: AbortSignal, mayBeEmpty: boolean): AsyncGenerator<ModelPart> {
  caller.throwIfAborted()
  options.assertNoTransaction?.()
  const baseURL = addressOf(options, call)
  const totalMs = call.totalMs ?? TOTAL_MS
  const modelFetch = createModelFetch(call.provider === 'custom' ? options.customHttp : options.http, totalMs)
  const timeouts = startCallTimeouts(caller, call.silenceMs ?? SILENCE_MS, totalMs)
  const progress: Progress = {
    partial: null,
    usage: { inputTokens: 0, outputTokens: 0 },
    isUsageKnown: false,
    hasOutput: false,
    model: call.model,
    failure: null,
  }
  const span = options.tracing?.open(spanOf(call)) ?? NO_SPAN
  try {
    yieldSlot()
    const model = await CATALOGUE[call.provider].open(
      { apiKey: call.apiKey, baseURL, fetch: modelFetch.fetch },
      call.model,
    )
    const stream = await span.inside(() => startStream(model, call, timeouts))
    yield* readParts(stream, progress, timeouts)
    if (progress.failure !== null) throw progress.failure
    if (!progress.hasOutput && !mayBeEmpty) throw new ModelError('bad_answer')
    yield { type: 'finish', usage: progress.usage, model: progress.model, calls: modelFetch.state.calls }
  } catch (error) {
    const failure = failureOf(error, { options, call, caller, timeouts, modelFetch, progress })
    span.fail(failure instanceof ModelError ? failure.kind : 'aborted')
    throw failure
  } finally {
    timeouts.stop()
    const { inputTokens, outputTokens } = progress.usage
    span.set({ 'gen_ai.usage.input_tokens': inputTokens, 'gen_ai.usage.output_tokens': outputTokens })
    span.end()
  }
}

const spanOf = ({ provider, model }: Call): SpanStart => ({
  kind: 'client',
  name: `model ${provider}`,
  attributes: { 'gen_ai.provider.name': provider, 'gen_ai.request.model': model },
})

/** The provider's address with the call's key checked. Throws ModelError. */
function addressOf(options: Options, call: Call): string {
  // The packages replace an empty key by one of the process's environment: a tenant would spend the operator's money.
  if (!KEY.test(call.apiKey)) throw new ModelError('wrong_key', { calls: 0 })
  if (call.model.trim() === '') throw new ModelError('unknown_model', { calls: 0 })
  const { baseUrl } = CATALOGUE[call.provider]
  if (baseUrl === null) {
    if (!call.baseUrl || !URL.canParse(call.baseUrl)) throw new ModelError('refused_address', { calls: 0 })
    return call.baseUrl
  }
  if (options.origin === null) return baseUrl
  return `${options.origin}/${call.provider}${new URL(baseUrl).pathname.replace(/\/$/, '')}`
}

async function startStream(
  model: LanguageModel,
  call: Call,
  timeouts: CallTimeouts,
): Promise<AsyncIterable<TextStreamPart<ToolSet>>> {
  const { isStepCount, experimental_streamTextLowMemory: streamText } = await import('ai')
  const { supportsTools, disablesReasoning } = CATALOGUE[call.provider]
  // The SDK would print hints such as "temperature is ignored by this model" to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return streamText({
    model,
    ...(call.system === '' ? {} : { instructions: call.system }),
    messages: [...call.messages],
    ...(call.tools && supportsTools ? { tools: call.tools } : {}),
    stopWhen: isStepCount(call.maxCalls ?? MAX_CALLS),
    maxOutputTokens: call.maxTokens,
    ...(call.temperature === undefined ? {} : { temperature: call.temperature }),
    ...(disablesReasoning(call.model) ? { reasoning: 'none' as const } : {}),
    maxRetries: 0,
    abortSignal: timeouts.signal,
    include: { rawChunks: REPORTS_USAGE_EARLY.has(call.provider) },
    telemetry: { isEnabled: false },
    // The SDK would fetch an image's address itself, without the checks of the outgoing HTTP client.
    experimental_download: async (files) => {
      if (files.length > 0) throw new ModelError('bad_request')
      return []
    },
    // Without it, the SDK prints errors with keys and addresses to the console. Errors also arrive as parts.
    onError: () => undefined,
  }).stream
}

/** Yields the parts of the stream; after a failure it only reads the usage. */
async function* readParts(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  progress: Progress,
  timeouts: CallTimeouts,
): AsyncGenerator<ModelPart> {
  const parts = stream[Symbol.asyncIterator]()
  try {
    while (true) {
      const next = await timeouts.orAborted(parts.next())
      if (next.done) break
      const part = applyPart(next.value, progress, timeouts)
      if (part && progress.failure === null) yield part
    }
  } finally {
    // Not awaited: a tool that never returns would block it.
    parts.return?.().then(undefined, () => undefined)
  }
}

/** Updates the progress; gives the part to yield, null if there is none. */
function applyPart(part: TextStreamPart<ToolSet>, progress: Progress, timeouts: CallTimeouts): ModelPart | null {
  switch (part.type) {
    case 'text-delta':
      if (part.text === '') return null
      timeouts.onOutput()
      progress.hasOutput = true
      return { type: 'text', text: part.text }
    case 'reasoning-delta':
    case 'tool-input-start':
      timeouts.onOutput()
      return null
    case 'tool-call':
      timeouts.onTool()
      progress.hasOutput = true
      return part.invalid ? null : { type: 'tool', name: part.toolName, input: part.input }
    case 'raw':
      progress.partial = partialUsageOf(part.rawValue) ?? progress.partial
      return null
    case 'finish-step':
      timeouts.onNextStep()
      addUsage(progress, part.usage)
      progress.model = part.response.modelId || progress.model
      progress.failure ??= finishError(part.finishReason, part.rawFinishReason)
      return null
    case 'error':
      progress.failure ??= part.error ?? new ModelError('bad_answer')
      return null
    default:
      return null
  }
}

/** A stream that ends without a finish reason was interrupted: an incomplete answer must not look complete. */
function finishError(reason: string, raw: string | undefined): ModelError | null {
  if (reason === 'error') return new ModelError('server')
  return reason === 'interrupted' || (reason === 'other' && raw === undefined) ? new ModelError('cut') : null
}

/** Adds the reported usage of a step; an interrupted step may have reported a partial usage only. */
function addUsage(
  progress: Progress,
  { inputTokens, outputTokens }: Partial<Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens'>>,
): void {
  const isReported = inputTokens !== undefined || outputTokens !== undefined
  const added = isReported ? { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 } : progress.partial
  progress.partial = null
  if (added === null) return
  progress.isUsageKnown = true
  progress.usage = {
    inputTokens: progress.usage.inputTokens + added.inputTokens,
    outputTokens: progress.usage.outputTokens + added.outputTokens,
  }
}

type Failure = {
  options: Options
  call: Call
  caller: AbortSignal
  timeouts: CallTimeouts
  modelFetch: ModelFetch
  progress: Progress
}

/** The ModelError of a failed call, or the caller's abort reason. Logs provider, model and kind, never a text. */
function failureOf(error: unknown, { options, call, caller, timeouts, modelFetch, progress }: Failure): unknown {
  if (caller.aborted) return caller.reason
  addUsage(progress, {})
  const usage = progress.isUsageKnown ? progress.usage : null
  const failure = modelErrorOf(timeouts.isLate() ? new ModelError('timeout') : error, modelFetch.state, usage)
  const { kind, status } = failure
  const by = error instanceof Error ? error.name : null
  options.log.info({ provider: call.provider, model: call.model, kind, status, by }, 'model call failed')
  return failure
}
