import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, QueryResultRow } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { EventHandler } from '#server/platform/event.ts'
import { asAppError } from './database-errors.ts'
import { prepared } from './prepared.ts'
import { createWithTenant, type JobWriter, type WithTenant } from './tenant.ts'

export type Database = {
  withTenant: WithTenant
  /** Statements that belong to no tenant: sign-in tables and the few SECURITY DEFINER look-ups. Row-level security hides every tenant's rows here. */
  query<Row extends QueryResultRow>(text: string, values?: unknown[], how?: 'prepared'): Promise<Row[]>
  /** The builder over the same pool, for the sign-in tables. */
  orm: NodePgDatabase
  pool: Pool
  /** Registers the domains' event handlers. Called once, at start. */
  react(reactions: readonly EventHandler[]): void
}

export function createDatabase(parts: { pool: Pool; clock: Clock; jobs: JobWriter }): Database {
  const byEvent = new Map<string, EventHandler[]>()
  return {
    withTenant: createWithTenant({ ...parts, handlersOf: (event) => byEvent.get(event) ?? [] }),
    query: async <Row extends QueryResultRow>(text: string, values: unknown[] = [], how?: 'prepared') => {
      try {
        return (await parts.pool.query<Row>(how ? prepared(text, values) : { text, values })).rows
      } catch (error) {
        throw asAppError(error)
      }
    },
    orm: drizzle({ client: parts.pool }),
    pool: parts.pool,
    react: (reactions) => {
      for (const one of reactions) byEvent.set(one.to, [...(byEvent.get(one.to) ?? []), one])
    },
  }
}
