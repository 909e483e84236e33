import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, placeOf, waitForEnd } from './process-facts.ts'

/**
 * Ends a PostgreSQL that a killed run left on this cluster: politely first (open connections are cut, everything is written),
 * then at once. A pid file that names some other process (ids start over in a restarted container) is removed, since
 * PostgreSQL itself would take that process for its own.
 */
export async function endLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10)
  if (!(pid > 0) || !isAlive(pid)) return
  if (!(await isServing(pid, cluster))) {
    await rm(path, { force: true })
    return
  }
  log(`a database of an earlier run still lives (process ${pid}), stopping it first`)
  for (const [signal, limitMs] of [
    ['SIGINT', 8000],
    ['SIGQUIT', 4000],
    ['SIGKILL', 4000],
  ] as const) {
    process.kill(pid, signal)
    if (await waitForEnd(pid, limitMs)) return
  }
  throw new Error(
    `The database of an earlier run (process ${pid}) cannot be stopped. End that process and start again.`,
  )
}

/** A postmaster works in its data folder; where that cannot be read, its command line names the folder. */
async function isServing(pid: number, cluster: string): Promise<boolean> {
  const { folder, command } = placeOf(pid)
  if (!command?.includes('postgres')) return false
  if (folder !== null) return folder === (await realpath(cluster))
  return command.includes(cluster)
}
