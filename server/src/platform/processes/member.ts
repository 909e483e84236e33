import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import type { MetricValues } from '#server/platform/metrics/metrics.ts'
import { within } from '#server/platform/within.ts'
import { type FromPrimary, type FromProcess, PROCESS_NAME, type ProcessMetrics } from './messages.ts'

/** This process as one of several that serve together. It ends by itself when the primary is gone: node:cluster does that. */
export type Member = {
  /** `web 1`, `worker`. */
  name: string
  /** Whether every process of the group is ready. */
  areAllReady(): boolean
  /** Reports that this process serves, with what a single server would print. `read` gives its metrics from now on. */
  reportReady(text: string, baseUrl: string, read: () => Promise<MetricValues>): void
  /** Reports why this process cannot start; resolves when the primary has it. */
  reportFailure(text: string): Promise<void>
  /** The metrics of all processes that are ready. */
  collectMetrics(): Promise<ProcessMetrics[]>
}

/** The primary waits 2 s for the others. */
const COLLECT_MS = 4000

/** Connects this process with the primary that started it; null in a server of one process. */
export function joinProcesses(): Member | null {
  const name = process.env[PROCESS_NAME]
  if (!cluster.isWorker || name === undefined) return null
  let areAllReady = false
  let read: (() => Promise<MetricValues>) | undefined
  const waiting = new Map<string, (metrics: ProcessMetrics[]) => void>()
  process.on('message', (message: FromPrimary) => {
    if (message.kind === 'readiness') areAllReady = message.areAllReady
    if (message.kind === 'collected metrics') waiting.get(message.id)?.(message.metrics)
    if (message.kind === 'read metrics')
      void read?.().then((values) => send({ kind: 'metrics', id: message.id, values }))
  })
  return {
    name,
    areAllReady: () => areAllReady,
    reportReady: (text, baseUrl, reader) => {
      read = reader
      void send({ kind: 'ready', text, baseUrl })
    },
    reportFailure: (text) => send({ kind: 'failed', text }),
    collectMetrics: () => {
      const id = randomUUID()
      const collected = new Promise<ProcessMetrics[]>((resolve) => waiting.set(id, resolve))
      void send({ kind: 'collect metrics', id })
      const late = () => new Error('the primary process did not answer')
      return within(COLLECT_MS, collected, late).finally(() => waiting.delete(id))
    },
  }
}

/** Resolves when the message is written, or the primary is gone: then this process ends anyway. */
const send = (message: FromProcess): Promise<void> =>
  new Promise((resolve) => {
    if (!process.connected) return resolve()
    process.send?.(message, undefined, undefined, () => resolve())
  })
