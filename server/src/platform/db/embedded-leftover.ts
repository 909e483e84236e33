import { existsSync } from 'node:fs'
import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, processesIn, processInfo, waitForEnd } from './process-info.ts'

/**
 * Ends whatever a killed run left on this cluster, so that a new server may start: a whole PostgreSQL (politely first: open
 * connections are cut, everything is written), or single sessions that outlived their killed postmaster in a long query.
 */
export async function endLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const folder = await realpath(cluster)
  const pid = Number.parseInt(await readFile(pidFile, 'utf8'), 10)
  if (pid > 0 && isServing(pid, folder)) {
    log(`a database of an earlier run still lives (process ${pid}), stopping it first`)
    await endProcess(pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'])
  }
  for (const session of processesIn(folder).filter((other) => isServing(other, folder))) {
    log(`a database session of an earlier run still lives (process ${session}), ending it`)
    await endProcess(session, ['SIGQUIT', 'SIGKILL'])
  }
  // PostgreSQL believes any process of the noted id to be its predecessor, even a dead one nobody has collected or, in a
  // container that was started again, an unrelated one. Nothing works on the cluster any more: the note can go.
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

/** A process of PostgreSQL works in its data folder; where that cannot be read, its command line names the folder. */
function isServing(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  const { folder, command } = processInfo(pid)
  if (!command?.includes('postgres')) return false
  return folder === null ? command.includes(cluster) : folder === cluster
}
