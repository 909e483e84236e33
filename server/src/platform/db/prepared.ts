import { createHash } from 'node:crypto'
import type { PoolClient, QueryConfig } from 'pg'

const names = new Map<string, string>()

/** The name under which connections prepare the statement of a text. */
export function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 16)
  names.set(text, name)
  return name
}

/**
 * A prepared statement: PostgreSQL parses and plans it once per connection instead of every time. Only for frequent statements of few
 * texts, because every connection stores each of them.
 */
export const prepared = (text: string, values: unknown[]): QueryConfig => ({ name: nameOf(text), text, values })

/** A connection that prepares all its statements. */
export const preparing = (client: PoolClient): PoolClient =>
  Object.create(client, {
    query: {
      value: (config: QueryConfig, values: unknown[]) => client.query({ ...config, ...prepared(config.text, values) }),
    },
  }) as PoolClient
