import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GuestId } from '#contracts/ids.ts'
import { domainParts } from '#server/domains.ts'
import { buildPlatform } from '#server/platform/build.ts'
import { onEvent, payloadOf } from '#server/platform/event.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { customerChanged } from './events.ts'
import { makeGuest } from './fixture.ts'
import { updateGuest } from './queries.ts'
import { findGuest, getCustomer, upsertClaimedCustomer, upsertCustomerByEmail } from './service.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const at = (day: number) => new Date(Date.UTC(2026, 0, day))

describe('[C2] customers by e-mail', () => {
  it('are one row each: joinedAt is the earliest time given, lastActiveAt the latest, in any order', async () => {
    const { tenant } = await h.tenant()
    const active = async (name: string, email: string, day: number) =>
      tenant.tx((t) => upsertCustomerByEmail(t, { name, email, at: at(day) }))
    const first = await active('Ann', 'ann@example.com', 10)
    await active('Ann', ' ANN@example.com ', 5)
    const last = await active('Ann', 'ann@example.com', 20)
    expect(last).toEqual({ ...first, joinedAt: at(5), lastActiveAt: at(20) })
    expect((await active('Bob', 'bob@example.com', 1)).id).not.toBe(first.id)
  })

  it('keep the first name given, and take a later one only while they have none', async () => {
    const { tenant } = await h.tenant()
    const named = (name: string) =>
      tenant.tx(async (t) => (await upsertCustomerByEmail(t, { name, email: 'x@example.com', at: at(1) })).name)
    expect(await named('  ')).toBe('Anonymous Customer')
    expect(await named('Xenia')).toBe('Xenia')
    expect(await named('Anonymous Customer')).toBe('Xenia')
    expect(await named('Somebody who claims to be Xenia')).toBe('Xenia')
  })

  it('are added once by 20 concurrent transactions', async () => {
    const { tenant } = await h.tenant()
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        tenant.tx((t) => upsertCustomerByEmail(t, { name: `N${n}`, email: 'same@example.com', at: at(n + 1) })),
      ),
    )
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    const row = await tenant.tx((t) => getCustomer(t, rows[0]?.id as never))
    expect([row.joinedAt, row.lastActiveAt]).toEqual([at(1), at(20)])
  })

  it('are one for each guest who claims an e-mail, and none of them is the one a member entered', async () => {
    const { tenant } = await h.tenant()
    const given = { email: 'ann@example.com', at: at(1) }
    const entered = await tenant.tx((t) => upsertCustomerByEmail(t, { ...given, name: 'Ann' }))
    const [one, other] = [(await makeGuest(tenant)).actor, (await makeGuest(tenant)).actor]
    const claim = (guestId: GuestId, name: string) =>
      tenant.tx((t) => upsertClaimedCustomer(t, guestId, { ...given, name }))
    const first = await claim(one.guestId, 'Ann?')
    expect(first).toMatchObject({ name: 'Ann?', claimedBy: one.guestId, emailVerifiedAt: null })
    expect((await claim(one.guestId, 'Ann!')).id).toBe(first.id)
    expect((await tenant.tx((t) => findGuest(t, one.guestId)))?.customerId).toBe(first.id)
    const ids = [entered.id, first.id, (await claim(other.guestId, 'Ann')).id]
    expect(new Set(ids).size).toBe(3)
    expect(await tenant.tx((t) => getCustomer(t, entered.id))).toEqual(entered)
  })

  it('cannot be read or linked by another tenant', async () => {
    const [own, other] = [await h.tenant(), await h.tenant()]
    const { id } = await own.tenant.tx((t) =>
      upsertCustomerByEmail(t, { name: 'A', email: 'a@example.com', at: at(1) }),
    )
    await expect(other.tenant.tx((t) => getCustomer(t, id))).rejects.toMatchObject({ code: 'not_found' })
    const { actor } = await makeGuest(other.tenant)
    await expect(other.tenant.tx((t) => updateGuest(t, actor.guestId, { customerId: id }))).rejects.toThrow()
    expect(await own.tenant.tx((t) => findGuest(t, actor.guestId))).toBeNull()
    expect((await other.tenant.tx((t) => findGuest(t, actor.guestId)))?.customerId).toBeNull()
  })

  it('emit customer.changed when they are added or get a name, and not for activity alone', async () => {
    const { tenant } = await h.tenant()
    const payloads: unknown[] = []
    const record = onEvent(customerChanged, async (_, facts) => void payloads.push(payloadOf(customerChanged, facts)))
    const built = await buildPlatform(
      h.platform.config,
      { ...domainParts, eventHandlers: () => [record] },
      { isMigrated: true },
    )
    try {
      const upsert = (name: string) =>
        tenantOf(built.platform, tenant.id).tx((t) =>
          upsertCustomerByEmail(t, { name, email: 'eve@example.com', at: at(1) }),
        )
      const { id } = await upsert('')
      await upsert('')
      await upsert('Eve')
      await upsert('Eve Other')
      expect(payloads).toEqual([
        { customer: expect.objectContaining({ id, name: 'Anonymous Customer' }), previousName: null },
        {
          customer: expect.objectContaining({
            id,
            name: 'Eve',
            email: 'eve@example.com',
            joinedAt: at(1).toISOString(),
          }),
          previousName: 'Anonymous Customer',
        },
      ])
    } finally {
      await built.close()
    }
  })
})
