import type { Tracing } from '#server/platform/tracing/tracing.ts'

/** A job's data with the trace that queues it, which goes on in the job. The payload's schema leaves the addition out again. */
export function withTraceparent(data: object, tracing: Tracing): object {
  const traceparent = tracing.traceparent()
  return traceparent ? { ...data, traceparent } : data
}

/** Runs one attempt of a job as part of the trace that queued it. */
export function traceJob<T>(
  tracing: Tracing,
  job: { name: string; data: unknown; attempt: number },
  run: () => Promise<T>,
): Promise<T> {
  if (!tracing.isOn) return run()
  const { traceparent, tenantId } = (job.data ?? {}) as { traceparent?: unknown; tenantId?: unknown }
  const attributes = {
    'segue.job.name': job.name,
    'segue.job.attempt': job.attempt,
    ...(typeof tenantId === 'string' ? { 'segue.tenant.id': tenantId } : {}),
  }
  // What queued it was recorded, or left no trace in its data.
  const isRecorded = typeof traceparent === 'string'
  return tracing.root({ kind: 'consumer', name: `job ${job.name}`, attributes, parent: traceparent, isRecorded }, run)
}
