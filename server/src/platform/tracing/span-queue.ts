import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'
import type { TracingOptions } from './tracing.ts'

/** Spans of one request to the collector. */
const BATCH = 512
/** Spans that wait at most, some megabytes: beyond that they are dropped. */
const MAX_WAITING = 4096
const SEND_EVERY_MS = 2000

/**
 * Ended spans on their way to the collector, one request at a time. Whatever the collector does, nothing waits for it: what does not fit
 * into the queue or is not received is dropped and counted.
 */
export function createSpanQueue(exporter: SpanExporter, { log, onDropped }: TracingOptions): SpanProcessor {
  let waiting: ReadableSpan[] = []
  let sending: Promise<void> | null = null
  let isFailing = false
  const sendOne = (spans: ReadableSpan[]): Promise<boolean> =>
    new Promise((resolve) => exporter.export(spans, ({ code }) => resolve(code === 0)))
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      const isReceived = await sendOne(spans)
      if (isReceived === isFailing) note(isReceived)
      if (isReceived) continue
      onDropped(spans.length)
      // The rest waits for the next time: a collector that is down is not asked in a loop.
      return
    }
  }
  const note = (isReceived: boolean): void => {
    isFailing = !isReceived
    if (isFailing) log.warn('the trace collector does not take spans; they are dropped and counted')
    else log.info('the trace collector takes spans again')
  }
  const send = (): Promise<void> => {
    sending ??= sendAll().finally(() => {
      sending = null
    })
    return sending
  }
  const timer = setInterval(() => void send(), SEND_EVERY_MS)
  timer.unref()
  return {
    onStart: () => undefined,
    onEnd: (span) => {
      if (waiting.length >= MAX_WAITING) return onDropped(1)
      waiting.push(span)
      if (waiting.length >= BATCH && !isFailing) void send()
    },
    forceFlush: send,
    shutdown: async () => {
      clearInterval(timer)
      await sending
      await send()
      await exporter.shutdown()
    },
  }
}
