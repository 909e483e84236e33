import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

describe('a transaction', () => {
  it('rejects when PostgreSQL rolled it back after a swallowed error', async () => {
    const { tenant } = await h.tenant()
    const swallowing = tenant.tx(async (t) => {
      await t.sql(`UPDATE tenant SET name = 'Other'`)
      await t.sql('SELECT 1 / 0').catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow()
  })

  it('refuses another transaction and network calls while it is open', async () => {
    const { tenant } = await h.tenant()
    const attempt = (run: () => Promise<unknown>) => expect(tenant.tx(run)).rejects.toThrow('inside a transaction')
    await attempt(() => tenant.tx(async () => null))
    await attempt(() => h.platform.http.fetch('http://a.example/'))
  })
})
