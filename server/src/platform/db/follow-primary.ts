import type { Pool, PoolClient } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { isDemoted } from './database-errors.ts'
import { closeConnection } from './silence.ts'

/**
 * Closes all connections of a pool when one of them turns out to end at a server that takes no changes: it was the primary and is a standby now.
 * Whoever leads to the primary (a proxy, a pooler, an address) leads the next ones to the new one. In a transaction that was begun as a reading
 * one the same error is the fault of who wrote in it, and means nothing.
 */
export function followPrimary(pool: Pool, log: Log): void {
  const open = new Set<PoolClient>()
  const leave = (client: PoolClient): void => {
    if (!open.has(client)) return
    log.warn({ connections: open.size }, 'the database takes no changes; its connections are opened anew')
    for (const one of open) closeConnection(one)
    open.clear()
  }
  pool.on('connect', (client) => {
    open.add(client)
    watchWrites(client, () => leave(client))
  })
  pool.on('remove', (client) => open.delete(client))
}

function watchWrites(client: PoolClient, onDemoted: () => void): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown> | undefined
  let isReading = false
  const watched = (...given: unknown[]): unknown => {
    const [text, callback] = [textOf(given[0]), given.at(-1)]
    if (text.startsWith('BEGIN')) isReading = text.startsWith('BEGIN READ ONLY')
    const couldWrite = !isReading
    if (text === 'COMMIT' || text === 'ROLLBACK') isReading = false
    const check = (error: unknown): void => {
      if (couldWrite && isDemoted(error)) onDemoted()
    }
    if (typeof callback === 'function') {
      const checked = (error: unknown, ...others: unknown[]) => {
        callback(error, ...others)
        check(error)
      }
      return query(...given.slice(0, -1), checked)
    }
    const result = query(...given)
    result?.then(undefined, check)
    return result
  }
  client.query = watched as typeof client.query
}

const textOf = (given: unknown): string => {
  const text = typeof given === 'object' && given !== null && 'text' in given ? given.text : given
  return typeof text === 'string' ? text : ''
}
