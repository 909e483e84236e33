import type { LanguageModel, LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import type { Outgoing } from '#server/platform/http/outgoing.ts'
import { yieldSlot } from '#server/platform/jobs/worker-slots.ts'
import type { Log } from '#server/platform/log.ts'
import { type CallTimeouts, patience } from './call-timeouts.ts'
import { CATALOGUE } from './catalogue.ts'
import { modelErrorOf } from './classify-error.ts'
import { type Way, wayOut } from './fetch.ts'
import { type ModelCall, ModelError, type ModelPart, type Models, type Usage } from './model.ts'
import { begunOf, TELLS_EARLY } from './usage.ts'

type Options = {
  log: Log
  /** To the nine, by their own addresses or by the operator's gateway. */
  http: Outgoing
  /** To tenants' own servers. */
  customHttp: Outgoing
  /** Sends the calls of the nine to `{origin}/{provider}/…`; null: to themselves. */
  origin: string | null
  /** Throws when a database transaction is open. The clients do too, but inside a call that would look like a bad answer. */
  assertNoTransaction?: () => void
}

const FIRST_TOKEN_MS = 8000
const TOTAL_MS = 20_000
const MAX_CALLS = 4

/** What a key may be made of: it becomes a header's value. */
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

/** What a call has come to so far. */
type Progress = {
  begun: Usage | null
  usage: Usage
  isUsageTold: boolean
  hasSaid: boolean
  model: string
  failure: unknown
}

async function* run(
  options: Options,
  call: Call,
  caller: AbortSignal,
  maySayNothing: boolean,
): AsyncGenerator<ModelPart> {
  caller.throwIfAborted()
  options.assertNoTransaction?.()
  const baseURL = addressOf(options, call)
  const totalMs = call.totalMs ?? TOTAL_MS
  const way = wayOut(call.provider === 'custom' ? options.customHttp : options.http, totalMs)
  const wait = patience(caller, call.firstTokenMs ?? FIRST_TOKEN_MS, totalMs)
  const progress: Progress = {
    begun: null,
    usage: { inputTokens: 0, outputTokens: 0 },
    isUsageTold: false,
    hasSaid: false,
    model: call.model,
    failure: null,
  }
  try {
    yieldSlot()
    const model = await CATALOGUE[call.provider].open({ apiKey: call.apiKey, baseURL, fetch: way.fetch }, call.model)
    yield* read(await begin(model, call, wait), progress, wait)
    if (progress.failure !== null) throw progress.failure
    if (!progress.hasSaid && !maySayNothing) throw new ModelError('bad_answer')
    yield { type: 'finish', usage: progress.usage, model: progress.model, calls: way.state.calls }
  } catch (error) {
    throw failureOf(error, { options, call, caller, wait, way, progress })
  } finally {
    wait.stop()
  }
}

/** The provider's address with the call's key checked. Throws ModelError. */
function addressOf(options: Options, call: Call): string {
  // An empty key would be replaced by one of the process's environment: a tenant would spend somebody else's money.
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

async function begin(
  model: LanguageModel,
  call: Call,
  wait: CallTimeouts,
): Promise<AsyncIterable<TextStreamPart<ToolSet>>> {
  const { isStepCount, experimental_streamTextLowMemory: streamText } = await import('ai')
  const { takesTools, asksNoReasoning } = CATALOGUE[call.provider]
  // Hints such as "temperature is ignored by this model" would go to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return streamText({
    model,
    ...(call.system === '' ? {} : { instructions: call.system }),
    messages: [...call.messages],
    ...(call.tools && takesTools ? { tools: call.tools } : {}),
    stopWhen: isStepCount(call.maxCalls ?? MAX_CALLS),
    maxOutputTokens: call.maxTokens,
    ...(call.temperature === undefined ? {} : { temperature: call.temperature }),
    ...(asksNoReasoning(call.model) ? { reasoning: 'none' as const } : {}),
    maxRetries: 0,
    abortSignal: wait.signal,
    include: { rawChunks: TELLS_EARLY.has(call.provider) },
    telemetry: { isEnabled: false },
    // The SDK would fetch an image's address by itself, past the guard.
    experimental_download: async (files) => {
      if (files.length > 0) throw new ModelError('bad_request')
      return []
    },
    // Without it, errors with keys and addresses reach the console. What it is told also comes as a part.
    onError: () => undefined,
  }).stream
}

/** Passes on what the model says; after a failure only what it cost is still listened for. */
async function* read(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  progress: Progress,
  wait: CallTimeouts,
): AsyncGenerator<ModelPart> {
  const parts = stream[Symbol.asyncIterator]()
  try {
    while (true) {
      const next = await wait.wait(parts.next())
      if (next.done) break
      const said = take(next.value, progress, wait)
      if (said && progress.failure === null) yield said
    }
  } finally {
    // Not waited for: a tool that never returns would hold it.
    parts.return?.().then(undefined, () => undefined)
  }
}

function take(part: TextStreamPart<ToolSet>, progress: Progress, wait: CallTimeouts): ModelPart | null {
  switch (part.type) {
    case 'text-delta':
      if (part.text === '') return null
      wait.heard()
      progress.hasSaid = true
      return { type: 'text', text: part.text }
    case 'reasoning-delta':
    case 'tool-input-start':
      wait.heard()
      return null
    case 'tool-call':
      wait.heard()
      progress.hasSaid = true
      return part.invalid ? null : { type: 'tool', name: part.toolName, input: part.input }
    case 'raw':
      progress.begun = begunOf(part.rawValue) ?? progress.begun
      return null
    case 'finish-step':
      wait.asked()
      count(progress, part.usage)
      progress.model = part.response.modelId || progress.model
      progress.failure ??= endFault(part.finishReason, part.rawFinishReason)
      return null
    case 'error':
      progress.failure ??= part.error ?? new ModelError('bad_answer')
      return null
    default:
      return null
  }
}

/** A stream that just ends, without a word why, was cut: an answer must not look whole that is not. */
function endFault(reason: string, raw: string | undefined): ModelError | null {
  if (reason === 'error') return new ModelError('server')
  return reason === 'interrupted' || (reason === 'other' && raw === undefined) ? new ModelError('cut') : null
}

/** Adds what a finished call told; one that was cut may have told its beginning only. */
function count(progress: Progress, told: Partial<Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens'>>): void {
  const isTold = told.inputTokens !== undefined || told.outputTokens !== undefined
  const spent = isTold ? { inputTokens: told.inputTokens ?? 0, outputTokens: told.outputTokens ?? 0 } : progress.begun
  progress.begun = null
  if (spent === null) return
  progress.isUsageTold = true
  progress.usage = {
    inputTokens: progress.usage.inputTokens + spent.inputTokens,
    outputTokens: progress.usage.outputTokens + spent.outputTokens,
  }
}

type Failure = { options: Options; call: Call; caller: AbortSignal; wait: CallTimeouts; way: Way; progress: Progress }

/** The error of a failed call as callers know it; the log learns who failed and how, nothing of what was said. */
function failureOf(error: unknown, { options, call, caller, wait, way, progress }: Failure): unknown {
  if (caller.aborted) return caller.reason
  count(progress, {})
  const usage = progress.isUsageTold ? progress.usage : null
  const failure = modelErrorOf(wait.isLate() ? new ModelError('timeout') : error, way.state, usage)
  const { fault, status } = failure
  const by = error instanceof Error ? error.name : null
  options.log.info({ provider: call.provider, model: call.model, fault, status, by }, 'model call failed')
  return failure
}
