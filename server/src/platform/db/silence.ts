import { Client, type Pool, type PoolClient } from 'pg'
import type { Log } from '#server/platform/log.ts'

/** How long the client waits for a database that may be frozen or cut off, in milliseconds. */
export type SilenceLimits = {
  /** For a statement, when the database does not answer at all. */
  silentMs: number
  /** For a statement, whatever the database does: longer than its own limits, so that it is seldom the first to give up. */
  statementMs: number
}

const CHECK_MS = 100
const PROBE_INTERVAL_MS = 300

/** A connection with statements under way: since when none of them was answered. */
type Waiting = { count: number; since: number }

/**
 * Fails the statements of a pool that its database leaves unanswered, by closing their connections; the pool replaces these. A slow
 * statement is told from a database that is frozen or cut off by a probe, a trivial statement on a connection of its own: while that
 * is answered, a statement may take what its own limits allow.
 */
export function watchSilence(pool: Pool, url: string, limits: SilenceLimits, log: Log): void {
  const waiting = new Map<PoolClient, Waiting>()
  const probe = createProbe(url)
  let isSilent = false
  let checkedAt = performance.now()

  const check = (): void => {
    if (pool.ended) {
      clearInterval(timer)
      probe.stop()
      return
    }
    const now = performance.now()
    // After a pause of this process its answers may lie unread: they are read before the next check.
    const wasPaused = now - checkedAt > 3 * CHECK_MS
    checkedAt = now
    if (wasPaused) return
    const longest = Math.max(0, ...[...waiting.values()].map(({ since }) => now - since))
    if (isSilent || longest > limits.silentMs * 0.2) probe.start()
    const state = probe.stateAfter(limits.silentMs * 0.7)
    if (state !== 'pending' && isSilent !== (state === 'silent')) {
      isSilent = state === 'silent'
      if (isSilent) log.warn('the database does not answer; requests get 503')
      else log.info('the database answers again')
    }
    for (const [client, { since }] of waiting) {
      if (now - since > (isSilent ? limits.silentMs * 0.7 : limits.statementMs)) close(client)
    }
  }
  const close = (client: PoolClient): void => {
    waiting.delete(client)
    closeConnection(client)
  }
  pool.on('connect', (client) => countStatements(client, waiting))
  const timer = setInterval(check, CHECK_MS)
  timer.unref()
}

/** Closes a connection at once: its statements fail, also those that were sent. */
export function closeConnection(client: Pick<Client, 'end'>): void {
  // `end` would wait for what was sent.
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } }
  connection.stream.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }))
}

/** Keeps the connection's entry up to date: it is there while a statement is under way. */
function countStatements(client: PoolClient, waiting: Map<PoolClient, Waiting>): void {
  const begin = (): void => {
    const entry = waiting.get(client) ?? { count: 0, since: performance.now() }
    entry.count += 1
    waiting.set(client, entry)
  }
  const settle = (): void => {
    const entry = waiting.get(client)
    if (!entry) return
    entry.count -= 1
    entry.since = performance.now()
    if (entry.count <= 0) waiting.delete(client)
  }
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown> | undefined
  const counted = (...given: unknown[]): unknown => {
    begin()
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      const last = (...outcome: unknown[]) => {
        settle()
        callback(...outcome)
      }
      return query(...given.slice(0, -1), last)
    }
    const result = query(...given)
    result?.then(settle, settle)
    return result
  }
  client.query = counted as typeof client.query
}

type ProbeState = 'pending' | 'answered' | 'silent'

/**
 * Asks the database on a connection of its own whether it answers. The connection stays open from the first time on: to open one takes
 * long where the machine is busy.
 */
function createProbe(url: string) {
  let open: { client: Client; ready: Promise<unknown> } | null = null
  let askedAt: number | null = null
  let last: ProbeState = 'pending'
  let startedAt = Number.NEGATIVE_INFINITY
  const connect = () => {
    const client = new Client({ connectionString: url, application_name: 'segue-probe' })
    const drop = (): void => {
      if (open?.client === client) open = null
    }
    client.on('error', drop).on('end', drop)
    open = { client, ready: client.connect() }
    return open
  }
  const start = (): void => {
    if (askedAt !== null || performance.now() - startedAt < PROBE_INTERVAL_MS) return
    startedAt = performance.now()
    const asked = startedAt
    askedAt = asked
    const { client, ready } = open ?? connect()
    const answered = (): void => {
      if (askedAt !== asked) return
      askedAt = null
      last = 'answered'
    }
    const refused = (): void => {
      if (open?.client === client) open = null
      answered()
    }
    // A refusal is an answer too, whether PostgreSQL sends it or its machine: what is refused does not hang.
    ready.then(() => client.query('SELECT 1')).then(answered, refused)
  }
  return {
    start,
    /** The outcome of the latest probe; one that is not answered within that time found silence. */
    stateAfter(limitMs: number): ProbeState {
      if (askedAt !== null && performance.now() - askedAt > limitMs) {
        askedAt = null
        last = 'silent'
        if (open) closeConnection(open.client)
        open = null
      }
      return last
    },
    /** Closes the connection. */
    stop(): void {
      if (open) closeConnection(open.client)
      open = null
    },
  }
}
