import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Config } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { PROCESS_NAME } from '#server/platform/processes/messages.ts'
import { within } from '#server/platform/within.ts'
import { createSpanQueue } from './span-queue.ts'
import { NO_SPAN, type OpenSpan, type SpanStart, type Tracing, type TracingOptions } from './tracing.ts'

/** The collector's answer is awaited this long, the package's own repetitions included. */
const EXPORT_MS = 5000
/** The stop waits this long for the last spans. */
const STOP_MS = 2000
/** A statement or a name is cut here. */
const MAX_VALUE = 500

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Tracing to a collector that takes OTLP over HTTP (JSON). The open span follows the asynchronous work, by an own store, not by a global one of the packages. */
export function createOtlpTracing(
  { endpoint, headers, share }: NonNullable<Config['otlp']>,
  options: TracingOptions,
): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: EXPORT_MS })
  const queue = createSpanQueue(exporter, options)
  const name = process.env[PROCESS_NAME]
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'segue',
      'service.instance.id': [hostname(), name ?? process.pid].join(' '),
    }),
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeCountLimit: 16, attributeValueLengthLimit: MAX_VALUE },
    spanProcessors: [queue],
  })
  const tracer = provider.getTracer('segue')
  const active = new AsyncLocalStorage<Span | undefined>()

  const begin = ({ kind, name: spanName, attributes = {} }: SpanStart, parent: Context): Opened => {
    const span = tracer.startSpan(spanName, { kind: KINDS[kind], attributes }, parent)
    return { span, open: openSpan(span, active) }
  }
  const run = <T>({ span, open }: Opened, work: (span: OpenSpan) => Promise<T>): Promise<T> =>
    active.run(span, async () => {
      try {
        return await work(open)
      } catch (error) {
        const failure = failureOf(error)
        if (failure) open.fail(failure)
        throw error
      } finally {
        open.end()
      }
    })
  const open: Tracing['open'] = (start) => {
    const above = active.getStore()
    return above ? begin(start, trace.setSpan(ROOT_CONTEXT, above)).open : null
  }
  return {
    isOn: true,
    root: ({ parent, isRecorded = false, ...start }, work) => {
      // Decided here, not by the caller's flag: whoever sends requests could have all of them recorded.
      if (!isRecorded && Math.random() >= share) return active.run(undefined, () => work(NO_SPAN))
      return run(begin(start, contextOf(parent)), work)
    },
    part: (start, work) => {
      const above = active.getStore()
      return above ? run(begin(start, trace.setSpan(ROOT_CONTEXT, above)), work) : work(NO_SPAN)
    },
    open,
    traceparent: () => {
      const context = active.getStore()?.spanContext()
      return context && `00-${context.traceId}-${context.spanId}-01`
    },
    stop: async () => {
      await within(STOP_MS, queue.shutdown(), () => new Error('late')).catch(() => undefined)
    },
  }
}

type Opened = { span: Span; open: OpenSpan }

const openSpan = (span: Span, active: AsyncLocalStorage<Span | undefined>): OpenSpan => ({
  set: (attributes) => {
    span.setAttributes(attributes)
  },
  fail: (name) => {
    span.setAttribute('error.type', name).setStatus({ code: SpanStatusCode.ERROR })
  },
  end: () => span.end(),
  inside: (work) => active.run(span, work),
})

/** The name of a failure; null for a refusal, which is an answer. */
function failureOf(error: unknown): string | null {
  if (error instanceof AppError) return error.status < 500 ? null : error.code
  return error instanceof Error ? error.name : 'error'
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}/

/** The span that a `traceparent` names as the one above; none where it is malformed. */
function contextOf(parent: unknown): Context {
  const [, traceId, spanId] = (typeof parent === 'string' && TRACEPARENT.exec(parent)) || []
  if (!traceId || !spanId) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}
