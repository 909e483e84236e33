import { monitorEventLoopDelay } from 'node:perf_hooks'
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CountRead } from '#server/platform/db/replica/replica.ts'

/** The counts of the pool of database connections. */
type PoolCounts = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }

/** The counts of the turns that businesses take at the database. */
type TurnCounts = { readonly waiting: { all: number; overShare: number } }

export type JobOutcome = 'done' | 'retry' | 'given_up'

/** Every metric with its values and labels, as plain data. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export type Metrics = {
  /** One answered request. `pattern` is the route's declared path, never the requested URL; `elapsedMs` until the answer ended. */
  http(pattern: string | undefined, method: string, status: number, elapsedMs: number): void
  /** One run of a job, by its name. */
  job(name: string, outcome: JobOutcome): void
  /** One mail that was not sent because its address had reached its limit. */
  heldMail(): void
  /** Spans of traces that the collector did not receive. */
  droppedSpans(count: number): void
  /** One read that might have run on the replica: where it ran, and why on the primary. */
  staleRead: CountRead
  /** Everything in Prometheus' text format. */
  text(): Promise<string>
  /** The same as data, for `mergeMetrics`. */
  values(): Promise<MetricValues>
  stop(): void
}

/** The metrics of this process. Pool and streams are read at each scrape. */
export function createMetrics(from: {
  pool: PoolCounts
  turns: TurnCounts
  streams: () => number
  /** Null without a replica. */
  replicaLagSeconds: (() => number) | null
}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'segue_http_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.2, 2.5, 5, 10],
    registers,
  })
  const jobs = new Counter({
    name: 'segue_job_runs_total',
    help: 'Runs of jobs by how they ended.',
    labelNames: ['job', 'outcome'] as const,
    registers,
  })
  const held = new Counter({
    name: 'segue_mail_held_total',
    help: 'Automatic mails that were not sent because an address that nobody verified had reached its limit.',
    registers,
  })
  const dropped = new Counter({
    name: 'segue_trace_spans_dropped_total',
    help: 'Spans of traces that were dropped because the collector did not take them in time.',
    registers,
  })
  const staleReads = new Counter({
    name: 'segue_db_stale_reads_total',
    help: 'Reads that may be some seconds old, by the server they ran on and the cause why not on the replica.',
    labelNames: ['server', 'cause'] as const,
    registers,
  })
  if (from.replicaLagSeconds)
    gauge(
      registers,
      'segue_db_replica_lag_seconds',
      'Time since which changes may be missing on the replica.',
      from.replicaLagSeconds,
    )
  const loop = measureLoop(registers)
  gauge(registers, 'segue_live_streams', 'Open live streams.', from.streams)
  gauge(registers, 'segue_db_connections', 'Database connections.', () => from.pool.totalCount)
  gauge(registers, 'segue_db_connections_idle', 'Database connections nobody uses.', () => from.pool.idleCount)
  gauge(registers, 'segue_db_waiting', 'Work that waits for a database connection.', () => {
    const { all, overShare } = from.turns.waiting
    return from.pool.waitingCount + all - overShare
  })
  gauge(registers, 'segue_over_share_waiting', 'Work that waits because its business has its share already.', () => {
    return from.turns.waiting.overShare
  })
  gauge(registers, 'process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  gauge(registers, 'process_uptime_seconds', 'Time since the process started.', () => process.uptime())
  return {
    http: (pattern, method, status, elapsedMs) =>
      requests.observe({ route: pattern ?? 'unknown', method, status }, elapsedMs / 1000),
    job: (name, outcome) => jobs.inc({ job: name, outcome }),
    heldMail: () => held.inc(),
    droppedSpans: (count) => dropped.inc(count),
    staleRead: (server, cause) => staleReads.inc({ server, cause }),
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    stop: () => {
      loop.disable()
    },
  }
}

/** The metrics of several processes in Prometheus' text format: every value has the process's name as label `process`. */
export function mergeMetrics(all: readonly { process: string; values: MetricValues }[]): Promise<string> {
  const labelled = all.map(({ process: name, values }) =>
    values.map((metric) => ({
      ...metric,
      values: metric.values.map((value) => ({ ...value, labels: { process: name, ...value.labels } })),
    })),
  )
  return AggregatorRegistry.aggregate(labelled).metrics()
}

function gauge(registers: Registry[], name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })
}

/** Measures the delay of the event loop since the last scrape. */
function measureLoop(registers: Registry[]) {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  new Gauge({
    name: 'segue_event_loop_lag_seconds',
    help: 'Delay of the event loop since the last reading.',
    labelNames: ['quantile'] as const,
    registers,
    collect() {
      for (const percent of [50, 99, 100]) {
        const nanoseconds = delays.count > 0 ? delays.percentile(percent) : 0
        this.set({ quantile: String(percent / 100) }, nanoseconds / 1e9)
      }
      delays.reset()
    },
  })
  return delays
}
