import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contracts/owner/gift-token.ts'
import { redeemGiftToken } from '#server/billing/service.ts'

import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeOwner } from './fixture.ts'

let h: Harness
let owner: TestClient
beforeAll(async () => {
  h = await startHarness({})
  owner = await makeOwner(h)
})
afterAll(() => h.stop())

const actsOf = async (action: string): Promise<number> =>
  (await queryAsOwner(h.database.ownerUrl, 'SELECT 1 FROM auth.audit_log WHERE action = $1', [action])).length

describe('the platform owner', () => {
  it('[W3] generates a token with a description, a batch of 20, and the 20 family codes once; each act is in the audit log', async () => {
    const { error } = await owner.fail(contract.createGiftToken, { body: { description: ' ' } })
    expect(error.fields).toEqual({ 'body.description': 'Please enter a description for this token' })
    const made = await owner.call(contract.createGiftToken, { body: { description: 'For Ada' } })
    expect(made.code).toMatch(/^SG-LIFE-\d{6}-[A-Z0-9]{4}$/)
    expect(made).toMatchObject({
      description: 'For Ada',
      status: 'active',
      currentUses: 0,
      maxUses: 1,
      redeemedAt: null,
      link: `${h.platform.baseUrl}/signup?gift_token=${made.code}&type=lifetime`,
    })
    const test = await owner.call(contract.createGiftToken, { body: { description: 'A try', kind: 'test' } })
    expect(test.code).toMatch(/^SG-TEST-/)
    expect(await owner.call(contract.createGiftTokenBatch)).toEqual({ created: 20 })
    const initialised = await Promise.allSettled(
      Array.from({ length: 4 }, () => owner.call(contract.createFamilyGiftTokens)),
    )
    expect(initialised.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await owner.fail(contract.createFamilyGiftTokens)).status).toBe(409)
    const { items, counts } = await owner.call(contract.listGiftTokens, { query: {} })
    expect(counts).toEqual({ active: 42, redeemed: 0 })
    expect(new Set(items.map(({ code }) => code)).size).toBe(42)
    expect(items.filter(({ code }) => code.startsWith('SG-FAMILY-'))).toHaveLength(20)
    expect(items.filter(({ code }) => code.startsWith('SG-GIFT-'))).toHaveLength(20)
    expect(await actsOf('gift_token_created')).toBe(2)
    expect(await actsOf('gift_token_batch_created')).toBe(1)
    expect(await actsOf('family_gift_tokens_created')).toBe(1)
  })

  it('[W4] deletes an active token, not a redeemed one, and all tokens', async () => {
    const [first, second] = [
      await owner.call(contract.createGiftToken, { body: { description: 'one' } }),
      await owner.call(contract.createGiftToken, { body: { description: 'two' } }),
    ]
    const { tenant } = await h.tenant()
    await tenant.tx((t) => redeemGiftToken(t, { code: second.code, email: 'ada@example.com' }))
    const remove = (giftTokenId: typeof first.id) => ({ params: { giftTokenId } })
    expect(await owner.call(contract.deleteGiftToken, remove(first.id))).toEqual({ deleted: 1 })
    expect((await owner.fail(contract.deleteGiftToken, remove(first.id))).status).toBe(404)
    expect((await owner.fail(contract.deleteGiftToken, remove(second.id))).status).toBe(409)
    const redeemed = await owner.call(contract.listGiftTokens, { query: { status: 'redeemed' } })
    expect(redeemed.items).toMatchObject([{ id: second.id, redeemedBy: 'ada@example.com', currentUses: 1 }])
    const { counts } = await owner.call(contract.listGiftTokens, { query: {} })
    expect(await owner.call(contract.deleteAllGiftTokens)).toEqual({ deleted: counts.active + counts.redeemed })
    expect((await owner.call(contract.listGiftTokens, { query: {} })).items).toEqual([])
    // What was refused did not happen.
    expect(await actsOf('gift_token_deleted')).toBe(1)
    expect(await actsOf('all_gift_tokens_deleted')).toBe(1)
  })

  it('[W1] nobody else makes or sees tokens: visitors get 401, members 403', async () => {
    const member = await h.member(await h.tenant(), 'owner')
    expect((await h.visitor().fail(contract.listGiftTokens, { query: {} })).status).toBe(401)
    expect((await member.fail(contract.listGiftTokens, { query: {} })).status).toBe(403)
    expect((await member.fail(contract.createGiftTokenBatch)).status).toBe(403)
  })
})
