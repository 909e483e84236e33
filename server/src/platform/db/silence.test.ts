import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { watchSilence } from './silence.ts'

it('a pool that ended while its database was silent leaves no connection open', async () => {
  // Accepts connections and answers nothing, as a frozen database.
  const open = new Set<Socket>()
  const frozen = createServer((socket) => {
    open.add(socket)
    socket
      .resume()
      .on('error', () => undefined)
      .on('close', () => open.delete(socket))
  }).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  const pool = Object.assign(new EventEmitter(), { ended: false })
  const log = pino({ level: 'silent' })
  const noticed = new Promise<void>((resolve) => {
    log.warn = () => {
      // Before the next check, which would ask the database again.
      pool.ended = true
      resolve()
    }
  })
  const { port } = frozen.address() as AddressInfo
  const limits = { silentMs: 300, statementMs: 60_000 }
  watchSilence(pool as unknown as Pool, `postgres://a:b@127.0.0.1:${port}/c`, limits, log)
  const connection = { stream: { destroy: () => undefined } }
  const client = { connection, query: () => new Promise(() => undefined) }
  pool.emit('connect', client)
  void client.query()
  await noticed
  await wait(500)
  await expect.poll(() => open.size, { timeout: 5000 }).toBe(0)
  frozen.close()
})
