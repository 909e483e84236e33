import type { BenchDatabase } from './cluster.ts'
import type { Workers } from './load-workers.ts'
import type { Report } from './report.ts'

/** What every part of the bench is given. */
export type BenchmarkRun = {
  report: Report
  workers: Workers
  /** Smallest first; the last one is what everything else is measured on. */
  databases: readonly BenchDatabase[]
  /** How long each figure is taken. */
  seconds: number
  /** Simultaneous callers. */
  clients: readonly number[]
  streams: number
  isSmall: boolean
}

/** The database everything but growth is measured on. */
export const largestOf = ({ databases }: BenchmarkRun): BenchDatabase => databases.at(-1) as BenchDatabase

/** Connections of the product and of the plain statements beside it: the product's own default. */
export const POOL_SIZE = 16
