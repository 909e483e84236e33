import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listGuestTickets } from '#contracts/ticket/guest-ticket.ts'
import { listTickets } from '#contracts/ticket/ticket.ts'
import { unavailable } from '#server/platform/errors.ts'
import { pathOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  // A tenth of each budget, 30 writes a minute, which do not refill while the clock stands.
  const now = new Date()
  h = await startHarness({ env: { RATE_FACTOR: '0.1', ROLE: 'web' }, overrides: { clock: { now: () => now } } })
})
afterAll(() => h.stop())

it('requests that the database could not authenticate are not counted', async () => {
  const agent = await h.member(await h.tenant())
  const query = vi.spyOn(h.platform.db, 'query').mockRejectedValue(unavailable())
  const statuses = new Set<number>()
  for (let n = 0; n < 34; n += 1) statuses.add((await agent.raw(listTickets.path)).status)
  query.mockRestore()
  expect([...statuses]).toEqual([503])
})

it('refused authentications are counted for the address, over all routes: then the answer is 429', async () => {
  const { slug } = await h.tenant()
  const paths = [listTickets.path, pathOf(listGuestTickets, { params: { slug } })]
  const statuses: number[] = []
  for (let n = 0; n < 34; n += 1) {
    const headers = { authorization: `Bearer ${'x'.repeat(40)}${n}` }
    statuses.push((await h.visitor().raw(paths[n % 2] as string, { headers })).status)
  }
  expect(statuses).toEqual([...Array(30).fill(401), ...Array(4).fill(429)])
})
