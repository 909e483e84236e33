import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { escapeLiteral, type Pool, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg'
import type { TenantId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import { actingMember } from '#server/platform/acting-member.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type About, type DomainEvent, type EventHandler, NOTHING_YET } from '#server/platform/event.ts'
import type { EnqueueOptions, Job } from '#server/platform/jobs/job.ts'
import type { CommitBus, Notification, Outcome } from '#server/platform/live/bus/bus.ts'
import { encodeWake, LIVE_CHANNEL, type Recipients } from '#server/platform/live/packet.ts'
import type { TenantTurns } from '#server/platform/tenant-turns.ts'
import { asAppError, isDemoted, sqlState } from './database-errors.ts'
import { prepared, preparing } from './prepared.ts'
import type { WalPosition } from './replica/positions.ts'
import { noteChange } from './replica/reader.ts'
import { assertReplayed, type Place, REPLAYED, type Replayed, type Replica } from './replica/replica.ts'
import type { Statement } from './statement.ts'
import { assertNothingToWrite, endTransaction, type Pending, settle } from './transaction-end.ts'

/**
 * An open transaction on one tenant's rows. What it emits, enqueues and publishes takes effect if, and only if, it commits.
 */
export type Tx = {
  readonly tenantId: TenantId
  readonly db: NodePgDatabase
  /** The same builder for frequent statements of few texts: each connection parses and plans them once (prepared.ts). */
  readonly prepared: NodePgDatabase
  readonly now: Date
  /** Sends a statement that is built once a process (statement.ts); `row` is what it writes. */
  run<Given extends object, Row extends object, Result>(
    statement: Statement<Given, Row, Result>,
    given: Omit<Given, 'tenantId'>,
    row?: Row,
  ): Promise<Result>
  /** A statement as text, for what the builder cannot express; row-level security applies. `prepared`: parsed and planned once per connection. */
  sql<Row extends QueryResultRow>(text: string, values?: unknown[], how?: 'prepared'): Promise<Row[]>
  /**
   * A statement whose result nobody needs: sent at once, so that it shares the round trip of its neighbours. If it fails, the
   * transaction does, with its error.
   */
  write(statement: PromiseLike<unknown>): void
  /**
   * The commit waits for no disk: for changes that are made again when they are lost. A crash of the database may lose them for half a
   * second; a crash of this process does not.
   */
  relaxDurability(): void
  /** Gathers what one statement writes for all in the round trip of the commit. */
  gather<Item>(batch: CommitBatch<Item>, item: Item): void
  /** The event is going to be emitted: its handlers' reads (`prepare`) are sent now, in the round trip of the caller's statements. */
  announce<Facts>(event: DomainEvent<Facts>, about?: About): void
  /** Emits a domain event: its handlers run in this transaction. Without a handler it costs no statement. */
  emit<Facts>(event: DomainEvent<Facts>, facts: Facts): Promise<void>
  /** Queues a job that exists from the commit on; it is written in the round trip of the commit. */
  enqueue<P>(job: Job<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /** Sends a live event at the commit. Domains call it in their live-events.ts only. */
  publish(event: LiveEvent, to: Recipients): void
  /** Wakes what waits by this name in every process for rows of this transaction (`live.onWake`), at its commit. */
  wake(name: string): void
  /** Whether a statement may notify by PostgreSQL's NOTIFY; else it wakes by `wake`, as soon as its result is known. */
  readonly isNotifying: boolean
}

/** The only access to a tenant's rows. Nesting throws: a transaction is opened by the service that was called, never below it. */
export type WithTenant = <T>(tenantId: TenantId, run: (t: Tx) => Promise<T>, kind?: TxKind) => Promise<T>

/**
 * `read`: the database refuses every change in it, row locks too, and its end costs no round trip. `stale`: the same, and what it gives may be some
 * seconds old, though never older than what its reader has changed; where a replica may give that, it runs there, and may run a second time.
 */
export type TxKind = 'write' | 'read' | 'stale'

/** Writes the gathered items at the end of a transaction by `t.write` and `t.enqueue`; it waits for nothing. */
export type CommitBatch<Item> = (t: Tx, items: readonly Item[]) => void

/** A job on its way into the queue. `onEnd`: this process reserved a worker slot for it, to be called with the transaction's end. */
export type QueuedJob = {
  name: string
  row: {
    id: string
    data: object
    priority: number
    groupId: string
    singletonKey?: string
    startAfter?: string
  }
  onEnd?: OnTransactionEnd
}

export type JobWriter = {
  /** Checks the payload and, where this process is to start the job at the commit, reserves a worker slot for it. */
  queue(job: Job<unknown>, payload: unknown, options: EnqueueOptions | undefined): QueuedJob
  /** The statements that write the jobs, and the notifications (channel, payload) that wake the workers. */
  statementsOf(jobs: readonly QueuedJob[]): Promise<{ statements: QueryConfig[]; notifications: Notification[] }>
}

/** `unknown`: the connection was lost while it committed. */
export type TransactionEnd = 'committed' | 'rolled-back' | 'unknown'

export type OnTransactionEnd = (end: TransactionEnd) => void

type Parts = {
  pool: Pool
  /** Null: every read runs on the primary. */
  replica: Replica | null
  /** Whose turn it is to have a connection of the pool. */
  turns: TenantTurns
  bus: CommitBus
  clock: Clock
  jobs: JobWriter
  handlersOf: (event: string) => readonly EventHandler[]
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const open = new AsyncLocalStorage<true>()

/** Throws inside an open transaction: ports call it before they use the network, because row locks must not wait for the network. */
export function assertNoTransaction(what: string): void {
  if (open.getStore()) throw new Error(`${what} inside a transaction`)
}

export function createWithTenant(parts: Parts): WithTenant {
  return async (tenantId, run, kind = 'write') => {
    assertNoTransaction('A transaction')
    if (!UUID.test(tenantId)) throw new Error('withTenant needs a tenant id')
    if (kind === 'write') noteChange()
    const runAt = (place: Place) => transactAt(place, { ...parts, tenantId, kind }, run)
    if (kind === 'stale' && parts.replica) return parts.replica.read(tenantId, runAt)
    return runAt({ pool: parts.pool, least: null })
  }
}

async function transactAt<T>(
  place: Place,
  asked: Pick<Opened, keyof Parts | 'tenantId' | 'kind'>,
  run: (t: Tx) => Promise<T>,
): Promise<T> {
  const onEnds: OnTransactionEnd[] = []
  let end: TransactionEnd = 'rolled-back'
  const endTurn = await turnAt(place, asked)
  try {
    const client = await place.pool.connect().catch((error: unknown) => {
      throw asAppError(error)
    })
    const given = { ...asked, client, least: place.least, onEnds }
    return await open.run(true, () => transact({ ...given, onOutcome: (outcome) => (end = outcome) }, run))
  } finally {
    endTurn()
    for (const onEnd of onEnds) onEnd(end)
  }
}

/** Connections to a replica are few and not shared out: who finds none there reads at the primary. */
const turnAt = async ({ pool }: Place, { pool: primary, turns, tenantId }: Parts & { tenantId: TenantId }) =>
  pool === primary
    ? turns.take(tenantId).catch((error: unknown) => {
        throw asAppError(error)
      })
    : () => undefined

type Opened = Parts & {
  client: PoolClient
  tenantId: TenantId
  kind: TxKind
  /** Of a replica: what it must have replayed. */
  least: WalPosition | null
  /** Jobs with a reserved worker slot: they start after the commit. */
  onEnds: OnTransactionEnd[]
  onOutcome: (outcome: Outcome) => void
}

/** A connection for one transaction: what is still running after its end must not send statements into the next one. */
function untilEnd(client: PoolClient): { client: PoolClient; end(): void } {
  let hasEnded = false
  const query = (...given: Parameters<PoolClient['query']>) =>
    hasEnded ? Promise.reject(new Error('The transaction has ended')) : client.query(...given)
  const end = () => {
    hasEnded = true
  }
  return { client: Object.create(client, { query: { value: query } }) as PoolClient, end }
}

async function transact<T>(opened: Opened, run: (t: Tx) => Promise<T>): Promise<T> {
  const { client, tenantId, kind, least } = opened
  const inside = untilEnd(client)
  const pending: Pending = { packets: [], wakes: [], jobs: [], gathered: new Map(), writes: [] }
  let broken: Error | undefined
  try {
    // Not awaited: the first statement shares its round trip. If it fails, row-level security shows no rows and accepts none.
    // The id is checked above, so the literal is safe. The name is for the triggers that send live events.
    const mode = kind === 'write' ? '' : ' READ ONLY'
    const memberName = kind === 'write' ? actingMember() : null
    const member = memberName === null ? '' : `; SET LOCAL app.member_name = ${escapeLiteral(memberName)}`
    const asked = least === null ? '' : `; ${REPLAYED}`
    const begun = client.query(`BEGIN${mode}; SET LOCAL app.tenant_id = '${tenantId}'${member}${asked}`)
    begun.catch(() => undefined)
    const t = transactionOf({ ...opened, client: inside.client }, pending)
    const result = await run(t)
    if (kind !== 'write') assertNothingToWrite(pending)
    const ended = await endTransaction(opened, t, pending)
    inside.end()
    if (kind === 'write') await settle(begun, ended, opened.onOutcome)
    else {
      ended.result.catch(() => undefined)
      const frame = [await begun].flat() as QueryResult<Replayed>[]
      if (least !== null) assertReplayed(frame.at(-1)?.rows[0], least)
    }
    return result
  } catch (error) {
    inside.end()
    const sent = [...pending.writes]
    await client.query('ROLLBACK').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error('rollback failed')
    })
    const cause = await causeOf(error, sent)
    // A change in a reading transaction is this program's fault; in a writing one its server is a standby now.
    throw kind !== 'write' && isDemoted(cause) ? cause : asAppError(cause)
  } finally {
    client.release(broken)
  }
}

/** The statement that failed first: those after it only report that the transaction is aborted. */
async function causeOf(error: unknown, writes: Promise<unknown>[]): Promise<unknown> {
  for (const written of await Promise.allSettled(writes)) {
    if (written.status === 'rejected' && sqlState(written.reason) !== IN_FAILED_TRANSACTION) return written.reason
  }
  return error
}

const IN_FAILED_TRANSACTION = '25P02'

function transactionOf({ client, tenantId, onEnds, bus, ...parts }: Opened, pending: Pending): Tx {
  let plainBuilder: NodePgDatabase | undefined
  let preparedBuilder: NodePgDatabase | undefined
  const announced = new Map<EventHandler, Map<string | null, Promise<unknown>>>()
  const t: Tx = {
    tenantId,
    get db() {
      plainBuilder ??= drizzle({ client })
      return plainBuilder
    },
    get prepared() {
      preparedBuilder ??= drizzle({ client: preparing(client) })
      return preparedBuilder
    },
    now: parts.clock.now(),
    run: <Given extends object, Row extends object, Result>(
      statement: Statement<Given, Row, Result>,
      given: Omit<Given, 'tenantId'>,
      row = {} as Row,
    ) => statement.send(client, { ...given, tenantId } as unknown as Given, row),
    sql: async <Row extends QueryResultRow>(text: string, values: unknown[] = [], how?: 'prepared') =>
      (await client.query<Row>(how ? prepared(text, values) : { text, values })).rows,
    write: (statement) => {
      const written = Promise.resolve(statement.then((result) => result))
      written.catch(() => undefined)
      pending.writes.push(written)
    },
    relaxDurability: () => t.write(client.query('SET LOCAL synchronous_commit TO off')),
    gather: (batch, item) => {
      const items = pending.gathered.get(batch as CommitBatch<never>) ?? []
      items.push(item)
      pending.gathered.set(batch as CommitBatch<never>, items)
    },
    announce: (event, about = NOTHING_YET) => {
      for (const handler of parts.handlersOf(event.name)) {
        const result = handler.prepare?.(t, about)
        result?.catch(() => undefined)
        if (!result) continue
        const ofHandler = announced.get(handler) ?? new Map<string | null, Promise<unknown>>()
        announced.set(handler, ofHandler.set(about.conversationId, result))
      }
    },
    emit: async (event, facts) => {
      for (const handler of parts.handlersOf(event.name)) {
        // What was read before another change of this transaction is read again.
        const read = async (about = NOTHING_YET) => {
          const before = announced.get(handler)?.get(about.conversationId)
          announced.get(handler)?.delete(about.conversationId)
          return before ?? handler.prepare?.(t, about)
        }
        await handler.run(t, facts, read)
      }
    },
    enqueue: async (job, payload, options) => {
      const queued = parts.jobs.queue(job as Job<unknown>, payload, options)
      if (queued.onEnd) onEnds.push(queued.onEnd)
      pending.jobs.push(queued)
    },
    publish: (event, to) => {
      pending.packets.push({ tenantId, to, event })
    },
    wake: (name) => void pending.wakes.push([LIVE_CHANNEL, encodeWake(name)]),
    isNotifying: bus.isNotifying,
  }
  return t
}
