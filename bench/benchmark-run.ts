import type { BenchDatabase } from './cluster.ts'
import type { Workers } from './load-workers.ts'
import type { Report } from './report.ts'

/** What every measurement of the benchmark needs. */
export type BenchmarkRun = {
  report: Report
  workers: Workers
  /** Smallest first. All measurements but those by database size use the last one. */
  databases: readonly BenchDatabase[]
  /** Duration of each measurement. */
  seconds: number
  /** Numbers of concurrent clients. */
  clients: readonly number[]
  streams: number
  isSmall: boolean
}

/** The database of all measurements but those by database size. */
export const largestOf = ({ databases }: BenchmarkRun): BenchDatabase => databases.at(-1) as BenchDatabase

/** Database connections of the product and of the plain SQL client: the product's default. */
export const POOL_SIZE = 16
