import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '#test/harness.ts'
import { sharedTx } from './shared-tx.ts'
import type { Tx } from './tenant.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** The number of the transaction that each item was worked on in. */
function counting(failing: (item: { n: number }) => boolean = () => false) {
  let transactions = 0
  return sharedTx(h.platform, {
    most: 50,
    run: async (t: Tx, items: readonly { tenantId: Tx['tenantId']; n: number }[]) => {
      transactions += 1
      const transaction = transactions
      await t.sql(`UPDATE tenant SET name = name || $1 WHERE id = $2`, [items.map(({ n }) => n).join(''), t.tenantId])
      if (items.some(failing)) throw new Error('this one fails')
      return items.map(() => transaction)
    },
  })
}

describe('a shared transaction', () => {
  it('[V3] works on all items of a tenant that come while another is under way, and on those of another tenant apart', async () => {
    const [one, other] = [await h.tenant('One'), await h.tenant('Other')]
    const work = counting()
    const items = [1, 2, 3, 4].map((n) => work({ tenantId: one.tenant.id, n }))
    const apart = work({ tenantId: other.tenant.id, n: 5 })
    expect(await Promise.all(items)).toEqual([1, 3, 3, 3])
    expect(await apart).toBe(2)
  })

  it('[V3] that fails is repeated for each item: one that fails harms no other, and what it wrote is undone', async () => {
    const { tenant } = await h.tenant('A')
    const work = counting(({ n }) => n === 3)
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => work({ tenantId: tenant.id, n })))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    const [row] = await tenant.read((t) => t.sql<{ name: string }>('SELECT name FROM tenant'))
    expect(row?.name).toBe('A124')
  })

  it('[V3] of one tenant that waits keeps no other tenant waiting', async () => {
    const [slow, quick] = [await h.tenant('Slow'), await h.tenant('Quick')]
    const end = Promise.withResolvers<void>()
    const work = sharedTx(h.platform, {
      most: 50,
      run: async (t: Tx, items: readonly { tenantId: Tx['tenantId'] }[]) => {
        if (t.tenantId === slow.tenant.id) await end.promise
        return items.map(() => t.tenantId)
      },
    })
    const late = work({ tenantId: slow.tenant.id })
    for (let n = 0; n < 2; n++) expect(await work({ tenantId: quick.tenant.id })).toBe(quick.tenant.id)
    end.resolve()
    expect(await late).toBe(slow.tenant.id)
  })
})
