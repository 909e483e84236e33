import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'

/**
 * Sends the statements that a connection is given in one turn of the event loop by one write to its socket: a write is a system call, which
 * takes longer than most statements take to be built.
 */
export function writeTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let isHeld = false
  const held = (...given: unknown[]): unknown => {
    if (!isHeld) {
      isHeld = true
      stream.cork()
      process.nextTick(() => {
        isHeld = false
        stream.uncork()
      })
    }
    return query(...given)
  }
  client.query = held as typeof client.query
}
