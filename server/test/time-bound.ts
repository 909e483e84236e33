import { availableParallelism, loadavg } from 'node:os'

/** CPU time this thread has used, in milliseconds: what other programs do on the machine does not count. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}

/** CPU time of the reference computation, in milliseconds. */
const SAMPLE_MS = 25

/**
 * How many times longer work takes than on an idle machine. The larger of two measures, as each misses something: wall time of a short
 * computation divided by its CPU time sees only this moment, and the load of the last minute sees no other machine on the same cores.
 */
function slowness(): number {
  const [wall, cpu] = [performance.now(), cpuMs()]
  while (cpuMs() - cpu < SAMPLE_MS) Math.sqrt(wall)
  return Math.max((performance.now() - wall) / (cpuMs() - cpu), 1 + loadavg()[0]! / availableParallelism())
}

/**
 * The upper bound of a wall-clock duration: `limitMs` on an idle machine; on a loaded one a multiple, so that only a hang exceeds it.
 * Call it right after the measurement.
 */
export function timeBound(limitMs: number): number {
  const factor = slowness()
  return factor < 1.25 ? limitMs : limitMs * 6 * factor
}
