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
})
