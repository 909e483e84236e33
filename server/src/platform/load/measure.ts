import type { Database } from '#server/platform/db/database.ts'
import type { StatementObserver } from '#server/platform/db/observe-statements.ts'
import type { Load } from './load.ts'

/** Counts how long the transactions of each business are open: so long they hold a connection. */
export const measureTransactions = (db: Database, load: Load): Database => ({
  ...db,
  withTenant: async (tenantId, run, kind) => {
    // Not while it waits for a connection: who takes all of them would be hidden by those who wait.
    let begun: number | null = null
    try {
      return await db.withTenant(
        tenantId,
        (t) => {
          begun = performance.now()
          return run(t)
        },
        kind,
      )
    } finally {
      if (begun !== null) load.count(tenantId, 'databaseMs', performance.now() - begun)
    }
  },
})

/** Counts how long each statement takes, from when it is sent to its result. */
export const slowStatementObserver =
  (load: Load): StatementObserver =>
  (text) => {
    const begun = performance.now()
    return () => load.statement(text, performance.now() - begun)
  }
