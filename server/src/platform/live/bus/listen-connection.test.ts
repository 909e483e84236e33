import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { copyDatabase } from '#test/database.ts'
import { startDatabaseProxy, urlThrough } from '#test/proof/database-proxy.ts'
import { createListenConnection } from './listen-connection.ts'

it('a connection that is stopped while it connects again does not try once more', async () => {
  const database = await copyDatabase()
  const proxy = await startDatabaseProxy(database.appUrl)
  const url = urlThrough(proxy, database.appUrl)
  const connection = createListenConnection(
    { url, log: pino({ level: 'silent' }), channels: ['anything'] },
    async () => undefined,
    () => undefined,
  )
  await connection.start()
  // In the place of the database: accepts connections and answers nothing.
  await proxy.close()
  const attempts: Socket[] = []
  const silent = createServer((socket) => attempts.push(socket.on('error', () => undefined))).listen(proxy.port)
  await once(silent, 'listening')
  await expect.poll(() => attempts.length, { timeout: 40_000 }).toBeGreaterThan(0)
  await connection.stop()
  for (const socket of attempts) socket.destroy()
  // The next attempt would follow after half a second.
  await wait(300)
  const before = attempts.length
  await wait(1200)
  expect(attempts).toHaveLength(before)
  silent.close()
  await database.drop()
})
