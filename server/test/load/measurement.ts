/** The result of one measurement. Times in milliseconds. */
export type Measurement = {
  count: number
  failed: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  max: number
}

/** Rate and percentiles of durations (ms) that were measured within a time (s). */
export function summarize(durationsMs: number[], seconds: number, failed = 0): Measurement {
  const sorted = Float64Array.from(durationsMs).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    count: sorted.length,
    failed,
    perSecond: sorted.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: sorted.at(-1) ?? Number.NaN,
  }
}

export const median = (values: number[]): number => summarize(values, 1).p50
