import type { PoolClient } from 'pg'

/**
 * Sends every statement of a connection without a name. Behind a pooler that gives a connection of PostgreSQL for one transaction, a name that was
 * prepared in one is unknown in the next, or stands for the statement of another process.
 */
export function sendUnnamed(client: PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((first: unknown, ...others: unknown[]) => query(withoutName(first), ...others)) as typeof client.query
}

function withoutName(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('name' in given) || 'submit' in given) return given
  const { name: _, ...unnamed } = given
  return unnamed
}
