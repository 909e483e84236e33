import type { MetricValues } from '#server/platform/metrics/metrics.ts'

/** Environment variable with the name of a process (`web 1`, `worker`), set by the primary. */
export const PROCESS_NAME = 'SEGUE_PROCESS'

/** The metrics of one process, as they were when it was asked. */
export type ProcessMetrics = { process: string; values: MetricValues }

/** From one of the processes to the primary. */
export type FromProcess =
  /** It serves. `text` is what a single server would print, `baseUrl` the public address. */
  | { kind: 'ready'; text: string; baseUrl: string }
  /** It cannot start; the text is for the terminal. */
  | { kind: 'failed'; text: string }
  /** Asks for the metrics of all processes. */
  | { kind: 'collect metrics'; id: string }
  | { kind: 'metrics'; id: string; values: MetricValues }

/** From the primary to one of the processes. */
export type FromPrimary =
  | { kind: 'readiness'; areAllReady: boolean }
  | { kind: 'read metrics'; id: string }
  | { kind: 'collected metrics'; id: string; metrics: ProcessMetrics[] }
