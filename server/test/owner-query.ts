import { Client, type QueryResultRow } from 'pg'

/** Runs a statement as the owner of the tables, to whom row-level security does not apply. */
export async function queryAsOwner<Row extends QueryResultRow>(
  ownerUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
