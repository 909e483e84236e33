import { rm } from 'node:fs/promises'
import { openDatabase, openPlatform } from '#server/cli/open-database.ts'
import { makeGuest } from '#server/customer/fixture.ts'
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

/** A message or ticket a client sends; it is sent again under the same id until it is acknowledged. */
type WriteRequest = { kind: 'chat' | 'message' | 'ticket'; id: string; conversationId: string; text: string }
type Client = { token: string; conversationId: string; pending: WriteRequest | null; sent: number }
type Site = {
  dataDir: string
  env: Record<string, string>
  slug: string
  clients: Client[]
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
      const load = startLoad(site, running, random)
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
    await Promise.all(site.clients.map((client) => sendUntilAcknowledged(site, last, client)))
    // Without the end of its lease an answer is taken up again after 45 s.
    const unanswered = await waitForAnswers(site, options.endLeases ? 40_000 : 75_000)
    const compared = await compare(site)
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

const QUESTION = 'How long do I have to return something?'

async function prepare({ dataDir, clients: count, webProcesses = 1 }: KillOptions): Promise<Site> {
  const port = String(await freePort())
  const several: Record<string, string> =
    webProcesses > 1 ? { WEB_PROCESSES: String(webProcesses), LOG_LEVEL: 'info' } : {}
  const env = { PORT: port, DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error', RATE_FACTOR: '100000', ...several }
  const { platform, close } = await openPlatform(readConfig(env))
  try {
    const { tenant, slug } = await makeTenant(platform)
    await makeFaq(tenant, { question: QUESTION })
    const clients: Client[] = []
    for (let n = 0; n < count; n += 1) {
      const { token } = await makeGuest(tenant)
      const id = crypto.randomUUID()
      const opens: WriteRequest = { kind: 'chat', id, conversationId: id, text: '' }
      clients.push({ token, conversationId: id, pending: opens, sent: 0 })
    }
    return { dataDir, env, slug, clients, acknowledged: [] }
  } finally {
    await close()
  }
}

/** A kill waits for so many acknowledged writes, so that each round has some to lose, however slow the machine is. */
const LEAST_ACKNOWLEDGED = 30

/** Lets every client send one write after the other until the load is stopped. */
function startLoad(site: Site, running: ServerProcess, random: ReturnType<typeof seededRandom>) {
  let isOver = false
  const least = site.acknowledged.length + LEAST_ACKNOWLEDGED
  const { promise: isGoing, resolve } = Promise.withResolvers<void>()
  const loops = site.clients.map(async (client, index) => {
    while (!isOver) {
      client.pending ??= nextWrite(client, index, random)
      if (!(await sendPending(site, running, client))) await new Promise((tryAgain) => setTimeout(tryAgain, 5))
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

function nextWrite(client: Client, index: number, random: ReturnType<typeof seededRandom>): WriteRequest {
  client.sent += 1
  const kind = random.between(0, 4) === 0 ? 'ticket' : 'message'
  const text = `${QUESTION} (${index}.${client.sent})`
  return { kind, id: crypto.randomUUID(), conversationId: client.conversationId, text }
}

/** Sends the pending write. Only a complete 201 counts as acknowledged; anything else is sent again under the same id. */
async function sendPending(site: Site, running: ServerProcess, client: Client): Promise<boolean> {
  const write = client.pending
  if (!write) return true
  const at = `${running.url}/api/portal/${site.slug}`
  const [path, body] = requestOf(at, write)
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const reply = await response.text()
    if (response.status !== 201) {
      if (response.status < 500) throw new Refused(`${write.kind} was refused: ${response.status} ${reply}`)
      return false
    }
    site.acknowledged.push(write)
    client.pending = null
    return true
  } catch (error) {
    if (error instanceof Refused) throw error
    return false
  }
}

class Refused extends Error {}

function requestOf(at: string, { kind, id, conversationId, text }: WriteRequest): [string, object] {
  if (kind === 'chat') return [`${at}/conversations`, { id, context: 'general' }]
  if (kind === 'message') return [`${at}/conversations/${conversationId}/messages`, { id, body: text, fileIds: [] }]
  return [`${at}/tickets`, { id, name: 'Jo', email: 'jo@example.com', subject: text, description: text }]
}

async function sendUntilAcknowledged(site: Site, running: ServerProcess, client: Client): Promise<void> {
  const until = Date.now() + 10_000
  while (!(await sendPending(site, running, client))) {
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

const UNANSWERED = `
  SELECT count(*)::int AS n FROM conversation c
  WHERE c.channel = 'chat' AND (c.answer_due_at IS NOT NULL OR (
    SELECT author FROM message m WHERE m.tenant_id = c.tenant_id AND m.conversation_id = c.id AND m.author <> 'system'
    ORDER BY seq DESC LIMIT 1) = 'customer')`

/** Waits until every chat is answered, up to the limit; returns the number of unanswered chats. */
async function waitForAnswers(site: Site, limitMs: number): Promise<number> {
  const until = Date.now() + limitMs
  for (;;) {
    const [row] = await onDatabase(site, (url) => queryAsOwner<{ n: number }>(url, UNANSWERED))
    if (row?.n === 0 || Date.now() > until) return row?.n ?? -1
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Compares the clients' log with the database, by id and text. */
const compare = (site: Site): Promise<Pick<KillReport, 'acknowledged' | 'lost' | 'duplicated'>> =>
  onDatabase(site, async (url) => {
    const lost: string[] = []
    const stored = {
      chat: idsOf(await queryAsOwner(url, `SELECT conversation_id || ' ' AS key FROM message WHERE kind = 'greeting'`)),
      message: idsOf(await queryAsOwner(url, `SELECT id || ' ' || body AS key FROM message WHERE author = 'customer'`)),
      ticket: idsOf(
        await queryAsOwner(
          url,
          `SELECT t.id || ' ' || t.subject AS key FROM ticket t
        JOIN message m ON m.tenant_id = t.tenant_id AND m.conversation_id = t.conversation_id AND m.body = t.subject`,
        ),
      ),
    }
    for (const { kind, id, text } of site.acknowledged) {
      if (!stored[kind].has(`${id} ${text}`)) lost.push(`${kind} ${id} ${text}`)
    }
    const duplicated = await queryAsOwner<{ what: string }>(url, DUPLICATED)
    return { acknowledged: site.acknowledged.length, lost, duplicated: duplicated.map(({ what }) => what) }
  })

const idsOf = (rows: Record<string, unknown>[]): Set<string> => new Set(rows.map(({ key }) => String(key)))

/** Rows that exist twice although the client created them once. */
const DUPLICATED = `
  SELECT 'message stored twice: ' || body AS what FROM message WHERE author = 'customer' GROUP BY body HAVING count(*) > 1
  UNION ALL SELECT 'ticket stored twice: ' || subject FROM ticket GROUP BY subject HAVING count(*) > 1
  UNION ALL SELECT 'greeting stored twice: ' || conversation_id FROM message WHERE kind = 'greeting' GROUP BY conversation_id HAVING count(*) > 1
  UNION ALL SELECT 'mail stored twice: ' || ticket_id || ' ' || type FROM email_notification GROUP BY ticket_id, type, "to" HAVING count(*) > 1
  UNION ALL SELECT 'a gap in the ticket numbers' WHERE (SELECT count(*) FROM ticket) <> (SELECT coalesce(max(number), 0) FROM ticket)
  UNION ALL SELECT DISTINCT 'more answers than questions: ' || conversation_id FROM (
    SELECT conversation_id, count(*) FILTER (WHERE author = 'customer') OVER w AS asked,
      count(*) FILTER (WHERE author = 'assistant' AND state = 'complete') OVER w AS answered FROM message
    WHERE kind = 'text' WINDOW w AS (PARTITION BY conversation_id ORDER BY seq)) m WHERE answered > asked`

/** The distribution of durations in ascending order, as one line. */
export const distribution = (sorted: number[]): string => {
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return `min ${at(0)} ms, median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`
}
