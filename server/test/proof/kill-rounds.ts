import { rm } from 'node:fs/promises'
import { openDatabase, openPlatform } from '#server/cli/open-database.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import { isAlive } from '#server/platform/db/processes.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import {
  databaseProcesses,
  endDatabase,
  freePort,
  killProcess,
  killWebProcess,
  memberPids,
  type ServerProcess,
  startProcess,
} from './server-process.ts'
import {
  compareWrites,
  makeWriters,
  nextWrite,
  QUESTION,
  sendPending,
  type WriteRequest,
  type Writer,
  waitForAnswers,
} from './writes.ts'

export type KillOptions = {
  /** Of the server; removed at the end. */
  dataDir: string
  rounds: number
  clients: number
  seed: number
  /** After the last kill, dead workers hold the leases of unfinished answers for up to 40 s; true ends these leases at once. */
  endLeases: boolean
  /** Two or more: a single web process is killed in each round, while the others and the database run on. */
  webProcesses?: number
  log: (text: string) => void
}

export type KillReport = {
  acknowledged: number
  lost: string[]
  duplicated: string[]
  unanswered: number
  /** How the server ended at its stop after the last round: its exit code, and the processes that it left. */
  stop: { code: number | null; left: number[] }
  /** Time to ready of the first start, before any kill. */
  firstReadyMs: number
  /** Time to ready of each start after a kill, in milliseconds, ascending. */
  readyMs: number[]
}

type Site = {
  /** Where the server answers; its port stays. */
  url: string
  dataDir: string
  env: Record<string, string>
  slug: string
  clients: Writer[]
  acknowledged: WriteRequest[]
}

/**
 * Many clients write chats and tickets while the server process is killed at random, in half of the rounds with its whole database.
 * Afterwards the acknowledged writes are compared with the stored rows.
 */
export async function killRounds(options: KillOptions): Promise<KillReport> {
  const random = seededRandom(`kill ${options.seed}`)
  const site = await prepare(options)
  const readyMs: number[] = []
  let running: ServerProcess | undefined
  try {
    running = await startProcess(site.env)
    const firstReadyMs = running.readyMs
    options.log(`first start ready after ${Math.round(running.readyMs)} ms`)
    for (let round = 1; round <= options.rounds; round += 1) {
      const before = site.acknowledged.length
      const load = startLoad(site, random)
      await load.isGoing
      await new Promise((resolve) => setTimeout(resolve, random.between(100, 1300)))
      const isLast = round === options.rounds
      const after: Killed = await (options.webProcesses
        ? killOneOf(running, load, `web ${1 + (round % options.webProcesses)}`)
        : killWhole(site, running, load, { withDatabase: round % 2 === 1, endLeases: isLast && options.endLeases }))
      running = after.running
      readyMs.push(after.readyMs)
      options.log(
        `round ${round}: ${site.acknowledged.length - before} acknowledged, ${after.killed} killed, ready again after ${Math.round(after.readyMs)} ms`,
      )
    }
    const last = running
    await Promise.all(site.clients.map((client) => sendUntilAcknowledged(site, client)))
    // Without the end of its lease an answer is taken up again after 45 s.
    const unanswered = await waitForAnswers(
      (text) => onDatabase(site, (url) => queryAsOwner(url, text)),
      options.endLeases ? 40_000 : 75_000,
    )
    const compared = await onDatabase(site, (url) => compareWrites(url, site.acknowledged))
    const stop = await stopServer(last, site.dataDir)
    return { ...compared, unanswered, stop, firstReadyMs, readyMs: readyMs.sort((a, b) => a - b) }
  } finally {
    running?.child.kill('SIGKILL')
    await endDatabase(site.dataDir)
    await rm(site.dataDir, { recursive: true, force: true })
  }
}

async function stopServer(running: ServerProcess, dataDir: string): Promise<KillReport['stop']> {
  const members = [...memberPids(running).values()]
  running.child.kill('SIGTERM')
  const code = await running.exited
  return { code, left: [...members, ...(await databaseProcesses(dataDir))].filter(isAlive) }
}

type Killed = { running: ServerProcess; readyMs: number; killed: string }
type RunningLoad = ReturnType<typeof startLoad>
type WholeKill = { withDatabase: boolean; endLeases: boolean }

/** Kills the server, in some rounds with its database, and starts it again. */
async function killWhole(site: Site, before: ServerProcess, load: RunningLoad, kill: WholeKill): Promise<Killed> {
  await killProcess(before, site.dataDir, kill.withDatabase)
  await load.stop()
  if (kill.endLeases && !kill.withDatabase) await endLeases(site)
  const running = await startProcess(site.env)
  return { running, readyMs: running.readyMs, killed: kill.withDatabase ? 'server and database' : 'server' }
}

/** Kills one web process; the load goes on until another serves in its place. */
async function killOneOf(running: ServerProcess, load: RunningLoad, name: string): Promise<Killed> {
  const began = performance.now()
  await killWebProcess(running, name)
  await load.stop()
  return { running, readyMs: performance.now() - began, killed: name }
}

async function prepare({ dataDir, clients: count, webProcesses = 1 }: KillOptions): Promise<Site> {
  const port = String(await freePort())
  const several: Record<string, string> =
    webProcesses > 1 ? { WEB_PROCESSES: String(webProcesses), LOG_LEVEL: 'info' } : {}
  const env = { PORT: port, DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error', RATE_FACTOR: '100000', ...several }
  const { platform, close } = await openPlatform(readConfig(env))
  try {
    const { tenant, slug } = await makeTenant(platform)
    await makeFaq(tenant, { question: QUESTION })
    const url = `http://127.0.0.1:${port}`
    return { url, dataDir, env, slug, clients: await makeWriters(tenant, count), acknowledged: [] }
  } finally {
    await close()
  }
}

/** A kill waits for so many acknowledged writes, so that each round has some to lose, however slow the machine is. */
const LEAST_ACKNOWLEDGED = 30

/** Lets every client send one write after the other until the load is stopped. */
function startLoad(site: Site, random: ReturnType<typeof seededRandom>) {
  let isOver = false
  const least = site.acknowledged.length + LEAST_ACKNOWLEDGED
  const { promise: isGoing, resolve } = Promise.withResolvers<void>()
  const loops = site.clients.map(async (client, index) => {
    while (!isOver) {
      client.pending ??= nextWrite(client, index, random)
      if ((await sendPending(site, client)) !== 201) await new Promise((tryAgain) => setTimeout(tryAgain, 5))
      else if (site.acknowledged.length >= least) resolve()
    }
  })
  return {
    isGoing,
    stop: async () => {
      isOver = true
      await Promise.all(loops)
    },
  }
}

async function sendUntilAcknowledged(site: Site, client: Writer): Promise<void> {
  const until = Date.now() + 10_000
  while ((await sendPending(site, client)) !== 201) {
    if (Date.now() > until) throw new Error(`${client.pending?.kind} is never acknowledged`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const onDatabase = async <T>(site: Site, run: (url: string) => Promise<T>): Promise<T> => {
  const reached = await openDatabase(readConfig(site.env))
  try {
    return await run(reached.url)
  } finally {
    await reached.close()
  }
}

/** Ends the leases of the dead workers. */
const endLeases = (site: Site) =>
  onDatabase(site, async (url) => {
    await queryAsOwner(
      url,
      `UPDATE conversation SET answer_lease_until = NULL, answer_due_at = answer_due_at - interval '1 minute'`,
    )
  })

/** The distribution of durations in ascending order, as one line. */
export const distribution = (sorted: number[]): string => {
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return `min ${at(0)} ms, median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`
}
