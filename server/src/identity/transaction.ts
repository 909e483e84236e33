import type { QueryResultRow } from 'pg'
import { asAppError } from '#server/platform/db/database-errors.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'

/** What can run a statement on the accounts: the transaction of a tenant, or one of `inTransaction`. */
export type Statements = Pick<Tx, 'sql'>

/** Runs statements on the accounts, which belong to no tenant, in one transaction. */
export async function inTransaction<T>(platform: Platform, run: (t: Statements) => Promise<T>): Promise<T> {
  const client = await platform.db.pool.connect().catch((error: unknown) => {
    throw asAppError(error)
  })
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const sql = async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows
    const result = await run({ sql })
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
