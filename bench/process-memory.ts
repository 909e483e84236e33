import { readdirSync, readFileSync } from 'node:fs'

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

/** The parent's id follows the process name in brackets, which may contain any character. */
function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
