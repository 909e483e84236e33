import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCluster } from '#server/platform/db/embedded-cluster.ts'
import { ownProcessorMsOf, processorMsOf } from '#test/process-use.ts'
import { LIKE_HERE } from '#test/proof/server-process.ts'

/** Beside its flags, what a process needs so that its statements are counted. */
export const COUNTING: typeof LIKE_HERE = {
  program: LIKE_HERE.program,
  args: [...LIKE_HERE.args, '--import', new URL('./count-statements.ts', import.meta.url).href],
}

/** The setting by which a process is told where to write them. */
export function countingIn(dataDir: string): { STATEMENTS_FOLDER: string } {
  const folder = statementsOf(dataDir)
  mkdirSync(folder, { recursive: true })
  return { STATEMENTS_FOLDER: folder }
}

const statementsOf = (dataDir: string) => join(dataDir, 'statements')

/** Processor times in seconds: of the product's processes, and of the whole database. */
export type Use = { seconds: number; ours: number; databases: number; statements: number; commits: number }

/** What processes of the product and the database of their folder use from now on; to be read before and just after the processes end. */
export async function measureUse(dataDir: string, pids: () => readonly number[]): Promise<() => Use> {
  const postmaster = await postmasterOf(dataDir)
  // Of a process that has ended the last known time counts.
  const known = new Map<number, number>()
  const now = (): Use => {
    for (const pid of pids()) known.set(pid, ownProcessorMsOf(pid) ?? known.get(pid) ?? 0)
    const ours = [...known.values()].reduce((sum, ms) => sum + ms, 0) / 1000
    const databases = postmaster === null ? 0 : processorMsOf(postmaster) / 1000
    return { seconds: performance.now() / 1000, ours, databases, ...countedIn(statementsOf(dataDir)) }
  }
  const before = now()
  return () => {
    const after = now()
    const since = (key: keyof Use) => after[key] - before[key]
    return {
      seconds: since('seconds'),
      ours: since('ours'),
      databases: since('databases'),
      statements: since('statements'),
      commits: since('commits'),
    }
  }
}

/** One line of it. */
export const textOfUse = ({ seconds, ours, databases, statements, commits }: Use, tickets: number): string =>
  `${seconds.toFixed(1)} s, processor ${ours.toFixed(1)} s and ${databases.toFixed(1)} s of the database, ` +
  `${(statements / tickets).toFixed(3)} statements and ${(commits / tickets).toFixed(4)} commits a ticket`

async function postmasterOf(dataDir: string): Promise<number | null> {
  const cluster = await findCluster(dataDir)
  return cluster ? Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10) : null
}

function countedIn(folder: string): { statements: number; commits: number } {
  const sum = { statements: 0, commits: 0 }
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    const { statements, commits } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as typeof sum
    sum.statements += statements
    sum.commits += commits
  }
  return sum
}
