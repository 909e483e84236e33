/** CPU time this thread has used, in milliseconds: what other programs do on the machine does not count. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}

/** CPU work to compare the wall clock with, in milliseconds. */
const SAMPLE_MS = 25

/** Wall time of a little work by its CPU time: 1 on a quiet machine, 2 where this thread gets half of a core. */
function slowness(): number {
  const [wall, cpu] = [performance.now(), cpuMs()]
  while (cpuMs() - cpu < SAMPLE_MS) Math.sqrt(wall)
  return (performance.now() - wall) / (cpuMs() - cpu)
}

/**
 * A promised time as a bound for the wall clock: itself on a quiet machine; on a loaded one so much more that only what hangs fails.
 * Ask for it right after the measurement.
 */
export function timeBound(promisedMs: number): number {
  const factor = slowness()
  return factor < 1.25 ? promisedMs : promisedMs * 6 * factor
}
