import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'

/** Names and numbers of the product, ids of businesses, and statements without their values. Never a text, an address or a key. */
export type Attributes = Record<string, string | number>

export type SpanStart = {
  kind: 'server' | 'client' | 'consumer' | 'internal'
  /** One of few: a route's declared path, the name of a job, never a requested URL. */
  name: string
  attributes?: Attributes
}

export type OpenSpan = {
  set(attributes: Attributes): void
  /** Of an error only the name is recorded, because its message may hold texts. */
  fail(name: string): void
  end(): void
  /** Runs work whose spans are parts of this one. */
  inside<T>(work: () => T): T
}

/** Records what a request or a job does as spans of one trace, and sends them to the operator's collector. */
export type Tracing = {
  /** False: nothing is recorded, and no package is loaded for it. */
  isOn: boolean
  /** Runs a request or a job, as a new trace or as part of the one that a `traceparent` names; only the configured share of them is recorded, and with it
   * each that `isRecorded`, which its cause was. */
  root<T>(
    start: SpanStart & { parent?: unknown; isRecorded?: boolean },
    work: (span: OpenSpan) => Promise<T>,
  ): Promise<T>
  /** Runs a part of what is recorded; where nothing is, only the work. */
  part<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>
  /** Opens a part that ends later; null where nothing is recorded. */
  open(start: SpanStart): OpenSpan | null
  /** The W3C `traceparent` of the open span, for what it causes elsewhere. */
  traceparent(): string | undefined
  stop(): Promise<void>
}

export const NO_SPAN: OpenSpan = {
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  inside: (work) => work(),
}

export const NO_TRACING: Tracing = {
  isOn: false,
  root: (_, work) => work(NO_SPAN),
  part: (_, work) => work(NO_SPAN),
  open: () => null,
  traceparent: () => undefined,
  stop: async () => undefined,
}

export type TracingOptions = {
  log: Log
  /** Spans that no collector has received. */
  onDropped(count: number): void
}

/** The tracing that the settings want. */
export async function openTracing({ otlp }: Config, options: TracingOptions): Promise<Tracing> {
  if (!otlp) return NO_TRACING
  const { createOtlpTracing } = await import('./otlp-tracing.ts')
  return createOtlpTracing(otlp, options)
}
