import { existsSync } from 'node:fs'
import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, processesIn, readProcess, waitForEnd } from './processes.ts'

/**
 * Ends the processes that a killed run left on this cluster, so that a new server can start: a whole PostgreSQL (first by a fast
 * shutdown), or single sessions that still run a long query after their postmaster was killed.
 */
export async function endLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const folder = await realpath(cluster)
  const pid = Number.parseInt(await readFile(pidFile, 'utf8'), 10)
  if (pid > 0 && isServing(pid, folder)) {
    log(`a database of an earlier run is still running (process ${pid}), stopping it first`)
    await endProcess(pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'])
  }
  for (const session of processesIn(folder).filter((other) => isServing(other, folder))) {
    log(`a database session of an earlier run is still running (process ${session}), ending it`)
    await endProcess(session, ['SIGQUIT', 'SIGKILL'])
  }
  // PostgreSQL refuses to start while a process with the id of the pid file exists, even a zombie or, in a restarted container,
  // an unrelated process. No process uses the cluster any more, so the file can be removed.
  await rm(pidFile, { force: true })
}

async function endProcess(pid: number, signals: NodeJS.Signals[]): Promise<void> {
  for (const signal of signals) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await waitForEnd(pid, signal === 'SIGINT' ? 8000 : 4000)) return
  }
  throw new Error(
    `The database of an earlier run (process ${pid}) cannot be stopped. End that process and start again.`,
  )
}

/** The working directory of a PostgreSQL process is its data folder; where that cannot be read, its command line names the folder. */
function isServing(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  const { folder, command } = readProcess(pid)
  if (!command?.includes('postgres')) return false
  return folder === null ? command.includes(cluster) : folder === cluster
}
