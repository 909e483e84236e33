import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

export type Memory = {
  processes: number
  /** PSS: shared pages divided among the processes that share them. Bytes. */
  proportional: number
  /** RSS: shared pages counted in every process. Bytes. */
  resident: number
  /** PSS of the first process alone. Bytes. */
  ofFirst: number
}

/** Memory of a process and its descendants; null on systems other than Linux. */
export function memoryOf(pid: number): Memory | null {
  const root = ofProcess(pid)
  if (!root) return null
  const all = [root, ...descendantsOf(pid).map(ofProcess)].filter((one) => one !== null)
  const sum = (key: 'proportional' | 'resident') => all.reduce((total, one) => total + one[key], 0)
  return {
    processes: all.length,
    proportional: sum('proportional'),
    resident: sum('resident'),
    ofFirst: root.proportional,
  }
}

/** The most memory (RSS) that a process has had since its start or `forgetPeak`, in bytes; 0 for one that has ended, and on systems other than Linux. */
export function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** From here on the peak of a process is that of what follows: a start needs more than it keeps. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Processor time of a process alone, in milliseconds; null for one that has ended, and on systems other than Linux. */
export function ownProcessorMsOf(pid: number): number | null {
  const stat = statOf(String(pid))
  return stat && (Number(stat[11]) + Number(stat[12])) * MS_PER_TICK
}

/** Processor time of a process, its descendants and their ended children, in milliseconds; 0 on systems other than Linux. */
export function processorMsOf(pid: number): number {
  const ticks = [pid, ...(existsSync('/proc/self/stat') ? descendantsOf(pid) : [])].map((one) =>
    // utime, stime, cutime and cstime.
    (statOf(String(one)) ?? []).slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
  )
  return ticks.reduce((sum, one) => sum + one, 0) * MS_PER_TICK
}

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10

function ofProcess(pid: number): { proportional: number; resident: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024
    return { proportional: bytes('Pss'), resident: bytes('Rss') }
  } catch {
    return null
  }
}

function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(name)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found: number[] = []
  for (let next = children.get(pid) ?? []; next.length > 0; next = next.flatMap((one) => children.get(one) ?? [])) {
    found.push(...next)
  }
  return found
}

/** The processes that a process started and that run; none on systems other than Linux. */
export const childrenOf = (pid: number): number[] =>
  existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .map(Number)
        .filter((one) => one > 0 && parentOf(String(one)) === pid)
    : []

const parentOf = (pid: string): number | null => {
  const parent = statOf(pid)?.[1]
  return parent === undefined ? null : Number(parent)
}

/** The fields after the process name in brackets, which may contain any character; null for a process that has ended. */
function statOf(pid: string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
