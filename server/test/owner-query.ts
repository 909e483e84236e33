import { Client, type QueryResultRow } from 'pg'

/** A statement as the owner of the tables: arranges what the product has no route for, and looks past Row-Level Security. */
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
