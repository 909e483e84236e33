import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { escapeLiteral, type Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'
import type { TenantId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DomainEvent, EventHandler } from '#server/platform/event.ts'
import type { EnqueueOptions, Job } from '#server/platform/jobs/job.ts'
import { encodeLivePacket, LIVE_CHANNEL, type LivePacket, type Recipients } from '#server/platform/live/packet.ts'
import { asAppError } from './database-errors.ts'
import { prepared, preparing } from './prepared.ts'

/**
 * An open transaction on one tenant's rows. What it emits, enqueues and publishes takes effect if, and only if, it commits.
 */
export type Tx = {
  readonly tenantId: TenantId
  readonly db: NodePgDatabase
  /** The same builder for frequent statements of few texts: each connection parses and plans them once (prepared.ts). */
  readonly prepared: NodePgDatabase
  readonly now: Date
  /** A statement as text, for what the builder cannot express; row-level security applies. `prepared`: parsed and planned once per connection. */
  sql<Row extends QueryResultRow>(text: string, values?: unknown[], how?: 'prepared'): Promise<Row[]>
  /** Emits a domain event: its handlers run in this transaction. Without a handler it costs no statement. */
  emit<Facts>(event: DomainEvent<Facts>, facts: Facts): Promise<void>
  /** Queues a job that exists from the commit on. */
  enqueue<P>(job: Job<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /** Sends a live event at the commit. Domains call it in their live-events.ts only. */
  publish(event: LiveEvent, to: Recipients): void
}

/** The only access to a tenant's rows. Nesting throws: a transaction is opened by the service that was called, never below it. */
export type WithTenant = <T>(tenantId: TenantId, run: (t: Tx) => Promise<T>, kind?: TxKind) => Promise<T>

/** `read`: the database refuses every change in it, row locks too, and its end costs no round trip. */
export type TxKind = 'write' | 'read'

/** Queues a job in an open transaction. Where this process reserved a worker slot for it, it returns a function for the transaction's end. */
export type Enqueue = (
  client: PoolClient,
  job: Job<unknown>,
  payload: unknown,
  options: EnqueueOptions | undefined,
) => Promise<OnTransactionEnd | undefined>

export type OnTransactionEnd = (isCommitted: boolean) => void

type Parts = {
  pool: Pool
  clock: Clock
  enqueue: Enqueue
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
    const client = await parts.pool.connect().catch((error: unknown) => {
      throw asAppError(error)
    })
    const onEnds: OnTransactionEnd[] = []
    let isCommitted = false
    try {
      const result = await open.run(true, () => transact({ ...parts, client, tenantId, kind, onEnds }, run))
      isCommitted = true
      return result
    } finally {
      for (const onEnd of onEnds) onEnd(isCommitted)
    }
  }
}

type Opened = Parts & {
  client: PoolClient
  tenantId: TenantId
  kind: TxKind
  /** Jobs with a reserved worker slot: they start after the commit. */
  onEnds: OnTransactionEnd[]
}

async function transact<T>(opened: Opened, run: (t: Tx) => Promise<T>): Promise<T> {
  const { client, tenantId, kind } = opened
  const outbox: LivePacket[] = []
  let broken: Error | undefined
  try {
    // Not awaited: the first statement shares its round trip. If it fails, row-level security shows no rows and accepts none.
    // The id is checked above, so the literal is safe.
    const mode = kind === 'read' ? ' READ ONLY' : ''
    const begun = client.query(`BEGIN${mode}; SELECT set_config('app.tenant_id', '${tenantId}', true)`)
    begun.catch(() => undefined)
    const result = await run(transactionOf(opened, outbox))
    await begun
    const ended = client.query(`${notifications(outbox)}COMMIT`)
    if (kind === 'read') ended.catch(() => undefined)
    else assertCommitted(await ended)
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error('rollback failed')
    })
    throw asAppError(error)
  } finally {
    client.release(broken)
  }
}

function transactionOf({ client, tenantId, onEnds, ...parts }: Opened, outbox: LivePacket[]): Tx {
  let plainBuilder: NodePgDatabase | undefined
  let preparedBuilder: NodePgDatabase | undefined
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
    sql: async <Row extends QueryResultRow>(text: string, values: unknown[] = [], how?: 'prepared') =>
      (await client.query<Row>(how ? prepared(text, values) : { text, values })).rows,
    emit: async (event, facts) => {
      for (const handler of parts.handlersOf(event.name)) await handler.run(t, facts)
    },
    enqueue: async (job, payload, options) => {
      const onEnd = await parts.enqueue(client, job as Job<unknown>, payload, options)
      if (onEnd) onEnds.push(onEnd)
    },
    publish: (event, to) => {
      outbox.push({ tenantId, to, event })
    },
  }
  return t
}

/**
 * After a failed statement whose error was swallowed PostgreSQL answers COMMIT with a rollback, without an error. The caller must
 * not acknowledge changes that were not stored.
 */
function assertCommitted(ended: QueryResult | QueryResult[]): void {
  const last = Array.isArray(ended) ? ended.at(-1) : ended
  if (last?.command !== 'COMMIT') throw new Error('A statement failed unnoticed; its transaction was rolled back')
}

/** PostgreSQL delivers notifications at the commit, in commit order: no event without its row, and no row without its event. */
function notifications(outbox: LivePacket[]): string {
  if (outbox.length === 0) return ''
  const calls = outbox.map((packet) => `pg_notify('${LIVE_CHANNEL}', ${escapeLiteral(encodeLivePacket(packet))})`)
  return `SELECT ${calls.join(', ')}; `
}
