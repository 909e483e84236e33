import type { Database } from '#server/platform/db/database.ts'
import { sqlState } from '#server/platform/db/database-errors.ts'
import type { StatementObserver } from '#server/platform/db/observe-statements.ts'
import { withoutValues } from '#server/platform/db/statement-text.ts'
import type { SpanStart, Tracing } from './tracing.ts'

/** Records every transaction of a business as a part of the request or job that opens it. */
export function traceTransactions(db: Database, tracing: Tracing): Database {
  if (!tracing.isOn) return db
  return {
    ...db,
    withTenant: (tenantId, run, kind) => {
      const attributes = { 'segue.tenant.id': tenantId }
      const name = kind === 'read' || kind === 'stale' ? 'read transaction' : 'transaction'
      return tracing.part({ kind: 'internal', name, attributes }, () => db.withTenant(tenantId, run, kind))
    },
  }
}

/** Records every statement of a request or job without its values. */
export const statementTracer =
  (tracing: Tracing): StatementObserver =>
  (text) => {
    // The texts are not read where nothing is recorded.
    if (tracing.traceparent() === undefined) return null
    const span = tracing.open(startOf(withoutValues(text)))
    return (error) => {
      if (error !== undefined) span?.fail(sqlState(error) ?? 'error')
      span?.end()
    }
  }

/** A transaction's end carries its notifications before the COMMIT. */
const startOf = (text: string): SpanStart => ({
  kind: 'client',
  name: text.endsWith('COMMIT') ? 'COMMIT' : (/^\w+/.exec(text)?.[0] ?? 'SQL').toUpperCase(),
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
})
