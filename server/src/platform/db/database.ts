import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { EventHandler } from '#server/platform/event.ts'
import type { CommitBus } from '#server/platform/live/bus/bus.ts'
import type { TenantTurns } from '#server/platform/tenant-turns.ts'
import { asAppError } from './database-errors.ts'
import { prepared } from './prepared.ts'
import type { WalPosition } from './replica/positions.ts'
import { noteChange } from './replica/reader.ts'
import { assertReplayed, REPLAYED, type Replayed, type Replica } from './replica/replica.ts'
import { createWithTenant, type JobWriter, type WithTenant } from './tenant.ts'

export type Database = {
  withTenant: WithTenant
  /** Statements that belong to no tenant: sign-in tables and the few SECURITY DEFINER look-ups. Row-level security hides every tenant's rows here. */
  query<Row extends QueryResultRow>(text: string, values?: unknown[], how?: 'prepared'): Promise<Row[]>
  /** A statement of that kind which only reads what may be some seconds old, except what the reader has changed: it may run on a replica. */
  queryStale<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Whether there is a replica for reads that may be stale. */
  hasReplica: boolean
  /** The builder over the same pool, for the sign-in tables. */
  orm: NodePgDatabase
  /** Runs statements that belong to no tenant in one transaction: those of the `query` and `orm` that `run` gets. */
  transaction<T>(run: (inside: Pick<Database, 'query' | 'orm'>) => Promise<T>): Promise<T>
  pool: Pool
  /** Connections of PostgreSQL itself, for what is held over several transactions (advisory locks); the same as `pool` without a pooler. */
  sessions: Pool
  /** Registers the domains' event handlers. Called once, at start. */
  react(reactions: readonly EventHandler[]): void
}

export type DatabaseParts = {
  pool: Pool
  sessions: Pool
  replica: Replica | null
  turns: TenantTurns
  bus: CommitBus
  clock: Clock
  jobs: JobWriter
}

export function createDatabase(parts: DatabaseParts): Database {
  const byEvent = new Map<string, EventHandler[]>()
  return {
    withTenant: createWithTenant({ ...parts, handlersOf: (event) => byEvent.get(event) ?? [] }),
    query: queryOver(parts.pool),
    queryStale: (text, values) => {
      if (!parts.replica) return queryOver(parts.pool)(text, values)
      return parts.replica.read(null, ({ pool, least }) =>
        least === null ? queryOver(pool)(text, values) : queryReplica(pool, least, { text, values: values ?? [] }),
      )
    },
    hasReplica: parts.replica !== null,
    orm: drizzle({ client: parts.pool }),
    transaction: (run) => transact(parts.pool, run),
    pool: parts.pool,
    sessions: parts.sessions,
    react: (reactions) => {
      for (const one of reactions) byEvent.set(one.to, [...(byEvent.get(one.to) ?? []), one])
    },
  }
}

const queryOver =
  (client: Pool | PoolClient): Database['query'] =>
  async <Row extends QueryResultRow>(text: string, values: unknown[] = [], how?: 'prepared') => {
    try {
      return (await client.query<Row>(how ? prepared(text, values) : { text, values })).rows
    } catch (error) {
      throw asAppError(error)
    }
  }

/** One statement on a replica that must have replayed so much. */
async function queryReplica<Row extends QueryResultRow>(
  pool: Pool,
  least: WalPosition,
  statement: { text: string; values: unknown[] },
): Promise<Row[]> {
  const client = await pool.connect()
  let broken = true
  try {
    const begun = client.query(`BEGIN READ ONLY; ${REPLAYED}`)
    const asked = client.query<Row>(statement)
    const [frames, { rows }] = await Promise.all([begun, asked, client.query('COMMIT')])
    broken = false
    assertReplayed(([frames].flat() as QueryResult<Replayed>[]).at(-1)?.rows[0], least)
    return rows
  } finally {
    client.release(broken)
  }
}

type Inside = Pick<Database, 'query' | 'orm'>

async function transact<T>(pool: Pool, run: (inside: Inside) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asAppError(error)
  })
  let broken: Error | undefined
  try {
    noteChange()
    await client.query('BEGIN')
    const result = await run({ query: queryOver(client), orm: drizzle({ client }) })
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((fault: unknown) => {
      broken = fault instanceof Error ? fault : new Error('rollback failed')
    })
    throw asAppError(error)
  } finally {
    client.release(broken)
  }
}
