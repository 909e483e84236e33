import { Agent, get } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => h.stop(), 60_000)

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Asks on one connection for as long as the server keeps it. */
const ask = (url: string) =>
  new Promise<{ status: number; isLast: boolean; port: number | undefined }>((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      const port = response.socket.localPort
      response.resume().once('end', () => {
        resolve({ status: response.statusCode ?? 0, isLast: response.headers.connection === 'close', port })
      })
    })
    request.once('error', reject)
  })

it('a node behind a proxy that is told to end serves what the proxy still sends, and lets the connection go', async () => {
  const node = await h.secondNode()
  const { baseUrl } = node.platform
  const before = await ask(`${baseUrl}/livez`)
  expect(before).toMatchObject({ status: 200, isLast: false })
  const stopped = node.stop()
  expect(await ask(`${baseUrl}/livez`)).toEqual({ status: 200, isLast: true, port: before.port })
  const anew = await ask(`${baseUrl}/readyz`)
  expect(anew).toMatchObject({ status: 503, isLast: true })
  expect(anew.port).not.toBe(before.port)
  await stopped
  await expect(ask(`${baseUrl}/livez`)).rejects.toThrow('ECONNREFUSED')
}, 60_000)
