import type { ModelMessage, ToolSet } from 'ai'
import type { ProviderId } from '#contracts/provider/provider.ts'

/** One call of one model with one key. The gateway neither repeats it nor falls back: that is the chain's. */
export type ModelCall = {
  provider: ProviderId
  /** Never empty: an empty one would be replaced by a key of the process's environment. */
  apiKey: string
  /** Of `custom` only: the server's address, such as `https://llm.example/v1`. */
  baseUrl: string | null
  model: string
  system: string
  messages: readonly ModelMessage[]
  /** Bound to the caller already: their `execute` takes no tenant and no customer. Perplexity gets none. */
  tools?: ToolSet
  maxTokens: number
  temperature: number
  /** Until the first words, and for all of it; default 8,000 and 20,000. */
  firstTokenMs?: number
  totalMs?: number
  /** Calls of the provider, tools' results included; 4. The chain lowers it to what is left of its own limit. */
  maxCalls?: number
}

export type Usage = { inputTokens: number; outputTokens: number }

/** What a model says, as it comes. A stream without `finish` was cut and fails with `cut`. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; input: unknown }
  | { type: 'finish'; usage: Usage; model: string; calls: number }

export type ModelFault =
  | 'wrong_key'
  | 'rate_limited'
  | 'unknown_model'
  | 'bad_request'
  | 'timeout'
  | 'no_network'
  | 'refused_address'
  | 'server'
  | 'bad_answer'
  | 'cut'

/** A call that failed, told apart by what can be done about it. Its message never holds a key, an address or the provider's words. */
export class ModelError extends Error {
  readonly fault: ModelFault
  readonly status: number | null
  readonly retryAfterSeconds: number | null
  /** Tokens the failed call had used when it said so: they cost too. */
  readonly usage: Usage | null
  /** Calls that reached for the provider, the failed one included. */
  readonly calls: number

  constructor(
    fault: ModelFault,
    more: { status?: number; retryAfterSeconds?: number; usage?: Usage; calls?: number } = {},
  ) {
    super(`The model call failed: ${fault}`)
    this.name = 'ModelError'
    this.fault = fault
    this.status = more.status ?? null
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
    this.usage = more.usage ?? null
    this.calls = more.calls ?? 1
  }
}

/** The gateway. Throws ModelError, or the signal's reason when the caller gave up. */
export type StreamModel = (call: ModelCall, signal: AbortSignal) => AsyncIterable<ModelPart>

/** The call that tests a key; whether it is answered is the result. */
export type ModelTest = Pick<ModelCall, 'provider' | 'apiKey' | 'baseUrl' | 'model' | 'firstTokenMs' | 'totalMs'>

/** One real call with one short message; any good answer will do. Throws ModelError, or the signal's reason. */
export type TestModel = (
  test: ModelTest,
  signal: AbortSignal,
) => Promise<{ model: string; usage: Usage; latencyMs: number }>

/** What the platform offers of models. */
export type Models = { stream: StreamModel; test: TestModel; stop(): Promise<void> }
