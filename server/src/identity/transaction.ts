import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'

/** What can run a statement on the accounts: the transaction of a tenant, or one of `inTransaction`. */
export type Statements = Pick<Tx, 'sql'>

/** Runs statements on the accounts, which belong to no tenant, in one transaction. */
export const inTransaction = <T>({ db }: Platform, run: (t: Statements) => Promise<T>): Promise<T> =>
  db.transaction(({ query }) => run({ sql: query }))
