import type { Pool, PoolClient } from 'pg'
import type { Database } from '#server/platform/db/database.ts'
import { sqlState } from '#server/platform/db/database-errors.ts'
import { withoutValues } from '#server/platform/db/statement-text.ts'
import type { Tracing } from './tracing.ts'

/** Records every transaction of a business as a part of the request or job that opens it. */
export function traceTransactions(db: Database, tracing: Tracing): Database {
  if (!tracing.isOn) return db
  return {
    ...db,
    withTenant: (tenantId, run, kind) => {
      const attributes = { 'segue.tenant.id': tenantId }
      const name = kind === 'read' ? 'read transaction' : 'transaction'
      return tracing.part({ kind: 'internal', name, attributes }, () => db.withTenant(tenantId, run, kind))
    },
  }
}

type Query = (...given: unknown[]) => unknown

/** Records every statement without its values. Without tracing no connection is changed. */
export function traceStatements(pool: Pool, tracing: Tracing): void {
  if (!tracing.isOn) return
  pool.query = traced(pool.query.bind(pool) as Query, tracing) as typeof pool.query
  pool.on('connect', (client: PoolClient) => {
    client.query = traced(client.query.bind(client) as Query, tracing) as typeof client.query
  })
}

/** With a callback the statement is the pool's, which is recorded already. */
const traced =
  (query: Query, tracing: Tracing): Query =>
  (...given) => {
    const span = typeof given.at(-1) === 'function' ? null : tracing.open(startOf(given[0]))
    const result = query(...given)
    if (!span) return result
    if (result instanceof Promise) {
      result.then(
        () => span.end(),
        (error: unknown) => {
          span.fail(sqlState(error) ?? 'error')
          span.end()
        },
      )
    } else span.end()
    return result
  }

function startOf(statement: unknown) {
  const { text } = typeof statement === 'string' ? { text: statement } : (statement as { text?: unknown })
  const plain = typeof text === 'string' ? withoutValues(text) : 'COPY'
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': plain }
  return {
    kind: 'client',
    name: /COMMIT$/.test(plain) ? 'COMMIT' : (/^\w+/.exec(plain)?.[0] ?? 'SQL').toUpperCase(),
    attributes,
  } as const
}
