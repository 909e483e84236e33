import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Whether a process of that id runs, whoever owns it. A zombie (ended, but not yet reaped by its parent) does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statOf(pid)?.[0] !== 'Z'
}

/** Sends a signal to processes; one that has ended meanwhile, as the children of a killed process do, is passed over. */
export function signalProcesses(pids: Iterable<number>, signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/**
 * Distinguishes a process from a later one with the same id: boot id and start tick on Linux, the start time by `ps`
 * elsewhere, null where neither can be read.
 */
export function processStartOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const started = statOf(pid)?.[19]
    return started === undefined ? null : `${boot}/${started}`
  } catch {
    return psField(pid, 'lstart')
  }
}

/** The working directory of a process and its command line; null where they cannot be read. */
export function readProcess(pid: number): { folder: string | null; command: string | null } {
  if (process.platform !== 'linux') return { folder: null, command: psField(pid, 'command') }
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { folder: readlinkSync(`/proc/${pid}/cwd`), command }
  } catch {
    return { folder: null, command: null }
  }
}

/** The visible processes whose working directory is the folder; none where there is no /proc. */
export function processesIn(folder: string): number[] {
  try {
    const all = readdirSync('/proc').map(Number)
    return all.filter((pid) => pid > 0 && readProcess(pid).folder === folder)
  } catch {
    return []
  }
}

/** Waits until the process has ended; false when it still runs after `limitMs`. */
export async function waitForEnd(pid: number, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs
  while (isAlive(pid)) {
    if (performance.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  return true
}

/** Linux: the fields of /proc/<pid>/stat from the third (state) on, so [0] is the state and [19] the start in clock ticks. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name in brackets, may hold spaces and brackets: count from the last bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

function psField(pid: number, field: string): string | null {
  if (process.platform === 'win32') return null
  try {
    const text = execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
    return text === '' ? null : text
  } catch {
    return null
  }
}
