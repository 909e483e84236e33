import type { ModelMessage, ToolSet } from 'ai'
import type { ProviderId } from '#contracts/provider/provider.ts'

/** One call of one model with one key. The gateway neither retries nor falls back: its caller does. */
export type ModelCall = {
  provider: ProviderId
  /** Never empty: the packages replace an empty key by one of the process's environment. */
  apiKey: string
  /** For `custom` only: the server's address, such as `https://llm.example/v1`. */
  baseUrl: string | null
  model: string
  system: string
  messages: readonly ModelMessage[]
  /** Bound to tenant and customer already: their `execute` gets neither. Perplexity gets no tools. */
  tools?: ToolSet
  maxTokens: number
  temperature: number
  /** Time-outs for a silence of the provider, before its first output or later, and for the whole call: 5,000 and 20,000 ms by default. */
  silenceMs?: number
  totalMs?: number
  /** Requests to the provider at most, those with tool results included; 4 by default. The caller lowers it to the rest of its limit. */
  maxCalls?: number
}

export type Usage = { inputTokens: number; outputTokens: number }

/** The output of a model as it arrives. A stream that ends without `finish` fails with `cut`. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; input: unknown }
  | { type: 'finish'; usage: Usage; model: string; calls: number }

export type ModelErrorKind =
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

/** A failed call, classified by what can be done about it. Its message never holds a key, an address or the provider's text. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind
  readonly status: number | null
  readonly retryAfterSeconds: number | null
  /** Tokens that the failed call used, where the provider reported them: they cost too. */
  readonly usage: Usage | null
  /** Requests to the provider, the failed one included. */
  readonly calls: number

  constructor(
    kind: ModelErrorKind,
    more: { status?: number; retryAfterSeconds?: number; usage?: Usage; calls?: number } = {},
  ) {
    super(`The model call failed: ${kind}`)
    this.name = 'ModelError'
    this.kind = kind
    this.status = more.status ?? null
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
    this.usage = more.usage ?? null
    this.calls = more.calls ?? 1
  }
}

/** Throws ModelError, or the signal's reason when the caller aborted. */
export type StreamModel = (call: ModelCall, signal: AbortSignal) => AsyncIterable<ModelPart>

/** The input of a test of a provider's key. */
export type ModelTest = Pick<ModelCall, 'provider' | 'apiKey' | 'baseUrl' | 'model' | 'silenceMs' | 'totalMs'>

/** Makes one real call with one short message; any complete answer passes. Throws ModelError, or the signal's reason. */
export type TestModel = (
  test: ModelTest,
  signal: AbortSignal,
) => Promise<{ model: string; usage: Usage; latencyMs: number }>

/** The model gateway. */
export type Models = { stream: StreamModel; test: TestModel; stop(): Promise<void> }
