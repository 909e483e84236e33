import { createHash } from 'node:crypto'
import type { PoolClient, QueryConfig } from 'pg'

const names = new Map<string, string>()

/**
 * A statement under a name of its own, so that PostgreSQL reads and plans it once a connection instead of every time. Only for
 * what is sent with most requests and comes in few wordings: each is kept by every connection.
 */
export function prepared(text: string, values: unknown[]): QueryConfig {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 16)
  names.set(text, name)
  return { name, text, values }
}

/** A connection whose statements all go under names. */
export const preparing = (client: PoolClient): PoolClient =>
  Object.create(client, {
    query: {
      value: (config: QueryConfig, values: unknown[]) => client.query({ ...config, ...prepared(config.text, values) }),
    },
  }) as PoolClient
