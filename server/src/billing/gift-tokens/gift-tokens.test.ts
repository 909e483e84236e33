import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkGiftToken } from '#contracts/billing/gift-token.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { createGiftToken, findGiftToken, redeemGiftToken } from './commands.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const makeToken = (maxUses = 1) => createGiftToken(h.platform, { kind: 'single', description: 'For Ada', maxUses })
const GUEST = { email: 'ada@example.com' }

describe('a gift token', () => {
  it('[N8] that 200 transactions redeem at once is given to exactly one', async () => {
    const { code } = await makeToken()
    const { tenant } = await h.tenant()
    const attempts = Array.from({ length: 200 }, (_, at) =>
      tenant.tx((t) => redeemGiftToken(t, { code, email: `p${at}@example.com` })),
    )
    const ended = await Promise.allSettled(attempts)
    const [winner] = ended.flatMap((one, at) => (one.status === 'fulfilled' ? [at] : []))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of ended) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ message: 'Invalid or expired gift token' })
    }
    const [row] = await h.platform.db.query(
      'SELECT status, current_uses, redeemed_by FROM auth.gift_token WHERE code = $1',
      [code],
    )
    expect(row).toEqual({ status: 'redeemed', current_uses: 1, redeemed_by: `p${winner}@example.com` })
  })

  it('is not used when the transaction that redeems it fails', async () => {
    const { code } = await makeToken()
    const { tenant } = await h.tenant()
    const failing = tenant.tx(async (t) => {
      await redeemGiftToken(t, { code, ...GUEST })
      throw new Error('the account could not be made')
    })
    await expect(failing).rejects.toThrow('the account could not be made')
    expect(await findGiftToken(h.platform, code)).toMatchObject({ status: 'active', currentUses: 0 })
  })

  it('[N4] is checked before the sign-up, however it is typed; an unknown and a used one are refused alike', async () => {
    const { code } = await makeToken(2)
    const { tenant } = await h.tenant()
    const visitor = h.visitor()
    const check = (typed: string) => visitor.call(checkGiftToken, { body: { code: typed } })
    await tenant.tx((t) => redeemGiftToken(t, { code, ...GUEST }))
    expect(await check(` ${code.toLowerCase()} `)).toEqual({ planId: 'lifetime' })
    await tenant.tx((t) => redeemGiftToken(t, { code, ...GUEST }))
    for (const refused of [code, `SG-LIFE-${randomUUID()}`]) {
      const { status, error } = await visitor.fail(checkGiftToken, { body: { code: refused } })
      expect([status, error.message]).toEqual([404, 'Invalid or expired gift token'])
    }
  })
})
