import { Client } from 'pg'
import type { TestDatabase } from '#test/database.ts'

/** The error code of a statement that the role may not run. */
export const DENIED = '42501'

/** A connection of the serving role inside a transaction that is rolled back, as the given tenant, or as none. */
export async function asServing<T>(
  { appUrl }: TestDatabase,
  tenantId: string | null,
  run: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: appUrl })
  await client.connect()
  try {
    await client.query('BEGIN')
    if (tenantId) await client.query("SELECT set_config('app.tenant_id', $1, true)", [tenantId])
    return await run(client)
  } finally {
    await client.query('ROLLBACK')
    await client.end()
  }
}

/** A statement that may be refused without ending the transaction: the rows it touched, or the error's code. */
export async function attempt(client: Client, text: string, values: unknown[] = []): Promise<number | string> {
  await client.query('SAVEPOINT here')
  try {
    return (await client.query(text, values)).rowCount ?? 0
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT here')
    return (error as { code: string }).code
  }
}
