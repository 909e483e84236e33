import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmSignIn, getSession, switchTenant } from '#contracts/identity/session.ts'
import { getTenant } from '#contracts/tenant/tenant.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { addMember } from '#server/tenant/service.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeAccount, makeMember, makeSession, PASSWORD, requestWith } from './fixture.ts'
import { auditOf, trySignIn } from './fixture-sign-in.ts'
import { accessTo, makeUnproved } from './fixture-unproved.ts'
import {
  accountByEmail,
  createAccountIn,
  finishOnboarding,
  hashNewPassword,
  makePlatformOwner,
  requireFreshSignIn,
} from './service.ts'

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
const MINUTE_MS = 60_000

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock } })
})
afterAll(() => h.stop())

const OWNER = { name: 'Robin Roe', email: 'robin@new.example' }

describe('an account that is created in a business’s transaction', () => {
  it('exists only if the transaction commits, and signs in then', async () => {
    const { tenant } = await h.tenant()
    const password = await hashNewPassword(h.platform, PASSWORD, OWNER)
    const create = (isCut: boolean) =>
      tenant.tx(async (t) => {
        const userId = await createAccountIn(t, { ...OWNER, password, emailVerified: true })
        await addMember(t, { ...OWNER, userId, role: 'owner' })
        if (isCut) throw new Error('cut')
      })
    await expect(create(true)).rejects.toThrow('cut')
    expect(await accountByEmail(h.platform, OWNER.email)).toBeNull()
    await create(false)
    expect(await accountByEmail(h.platform, 'ROBIN@new.example')).toMatchObject({
      hasPassword: true,
      name: 'Robin Roe',
    })
    expect((await trySignIn(h, OWNER)).body.tenant.id).toBe(tenant.id)
  })

  it('is refused for an e-mail that has an account, and for a password of the account’s own words', async () => {
    const { tenant } = await h.tenant()
    const { email } = await makeAccount(h.platform)
    const create = tenant.tx((t) => createAccountIn(t, { email, name: 'Pat', password: null, emailVerified: false }))
    await expect(create).rejects.toMatchObject({ code: 'conflict', details: { reason: 'email_in_use' } })
    await expect(hashNewPassword(h.platform, 'robin-roe-1', OWNER)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('[I4] somebody who signed up and has no business yet', () => {
  it('signs in at the business login and is known to need one until it is set up', async () => {
    const made = await h.tenant()
    const given = { name: 'New Owner', email: 'new.owner@new.example', emailVerified: false, needsOnboarding: true }
    const password = await hashNewPassword(h.platform, PASSWORD, given)
    const userId = await made.tenant.tx((t) => createAccountIn(t, { ...given, password }))
    expect((await trySignIn(h, given)).body).toMatchObject({ user: { needsOnboarding: true }, tenant: null })
    await made.tenant.tx(async (t) => {
      await addMember(t, { ...given, userId, role: 'owner' })
      await finishOnboarding(t, userId)
    })
    expect((await trySignIn(h, given)).body).toMatchObject({ user: { needsOnboarding: false, memberRole: 'owner' } })
  })
})

describe('a person in two businesses', () => {
  const inTwo = async () => {
    const [first, second] = [await h.tenant('First'), await h.tenant('Second')]
    const { actor, email } = await makeMember(first.tenant, { role: 'owner' })
    await second.tenant.tx((t) => addMember(t, { ...actor, role: 'agent' }))
    const client = clientOf(h.url, { cookie: (await trySignIn(h, { email })).cookie })
    return { first, second, actor, email, client }
  }

  it('[I1] switches between them within the session, with the role of each, and never to another one', async () => {
    const { first, second, client, email } = await inTwo()
    const foreign = await h.tenant()
    expect((await client.call(getTenant)).slug).toBe(first.slug)
    const switched = await client.call(switchTenant, { body: { tenantId: second.tenant.id } })
    expect(switched).toMatchObject({ user: { memberRole: 'agent' }, tenant: { slug: second.slug } })
    expect(switched.tenants.map((one) => one.slug)).toEqual([first.slug, second.slug])
    expect((await client.call(getTenant)).slug).toBe(second.slug)
    const refused = await client.fail(switchTenant, { body: { tenantId: foreign.tenant.id } })
    expect(refused.error.code).toBe('not_found')
    expect((await client.call(getTenant)).slug).toBe(second.slug)
    expect((await auditOf(h, email)).map((row) => row.action)).toContain('tenant_switched')
  })

  it('[I1] a switch ends the live stream of the business that was left', async () => {
    const { second, client } = await inTwo()
    const stream = await client.stream(streamDesk.path)
    await client.call(switchTenant, { body: { tenantId: second.tenant.id } })
    await stream.ended
  })

  it('[I1] the end of the chosen membership refuses requests until the next page chooses another business', async () => {
    const { first, second, actor, client } = await inTwo()
    await client.call(switchTenant, { body: { tenantId: second.tenant.id } })
    await queryAsOwner(
      h.database.ownerUrl,
      'UPDATE member SET removed_at = now() WHERE user_id = $1 AND tenant_id = $2',
      [actor.userId, second.tenant.id],
    )
    expect((await client.fail(getTenant)).error.code).toBe('forbidden')
    expect((await client.call(getSession)).tenant?.slug).toBe(first.slug)
    expect((await client.call(getTenant)).slug).toBe(first.slug)
  })
})

describe('[I9] somebody who works for no business any more', () => {
  it('is told by the session that they were removed, or that the business is suspended', async () => {
    const made = await h.tenant('Northlight')
    const member = await h.member(made)
    const query = (text: string) => queryAsOwner(h.database.ownerUrl, text, [made.tenant.id])
    await query(`UPDATE tenant SET status = 'SUSPENDED' WHERE id = $1`)
    const endedMembership = async () => (await member.call(getSession)).endedMembership
    expect(await endedMembership()).toEqual({ name: 'Northlight', reason: 'suspended' })
    expect((await trySignIn(h, member)).status).toBe(200)
    await query('UPDATE member SET removed_at = now() WHERE tenant_id = $1')
    expect(await endedMembership()).toEqual({ name: 'Northlight', reason: 'removed' })
    expect((await trySignIn(h, member)).body.error.reason).toBe('wrong_portal')
  })

  it('is told by the session that the business was deleted, and by a new sign-in that the account has no profile', async () => {
    const made = await h.tenant()
    const { email } = await makeMember(made.tenant, { role: 'owner' })
    const { cookie } = await trySignIn(h, { email })
    const client = clientOf(h.url, { cookie })
    await queryAsOwner(h.database.ownerUrl, 'DELETE FROM tenant WHERE id = $1', [made.tenant.id])
    const deleted = { name: '', reason: 'deleted' }
    expect((await client.call(getSession)).endedMembership).toEqual(deleted)
    expect((await client.call(getSession)).endedMembership).toEqual(deleted)
    expect((await client.fail(getTenant)).status).toBe(403)
    expect((await trySignIn(h, { email })).body.error.reason).toBe('no_profile')
    const other = await h.tenant()
    await other.tenant.tx(async (t) => {
      const account = await accountByEmail(h.platform, email)
      await addMember(t, { userId: account!.userId, name: 'Pat', email, role: 'agent' })
    })
    expect((await client.call(getSession)).tenant?.id).toBe(other.tenant.id)
  })
})

describe('[I2] the platform owner', () => {
  it('made of an account that never proved its address has the operator’s password and nobody else access', async () => {
    const [unproved, proved] = [await makeUnproved(h.platform), await makeUnproved(h.platform, { verified: true })]
    const make = ({ email }: { email: string }) =>
      makePlatformOwner(h.platform, { email, password: 'given by the operator', name: 'Olga' })
    expect([await make(unproved), await make(proved)]).toEqual(['created', 'promoted'])
    expect(await accessTo(h, unproved)).toEqual({ sessions: 0, ways: ['credential'], recoveryCodes: 0, links: 0 })
    expect((await trySignIn(h, unproved)).status).toBe(401)
    const owner = await trySignIn(h, { email: unproved.email, password: 'given by the operator' })
    expect(owner.body.user).toMatchObject({ role: 'super-admin', emailVerified: true })
    expect((await trySignIn(h, proved)).body.user.role).toBe('super-admin')
  })
})

describe('[I8] a dangerous act', () => {
  it('wants a sign-in of the last 15 minutes, or the password again', async () => {
    const made = await h.tenant()
    const { actor, email } = await makeMember(made.tenant)
    const cookie = await makeSession(h.platform, actor.userId)
    const client = clientOf(h.url, { cookie })
    const act = () => requireFreshSignIn(h.platform, requestWith(cookie))
    aheadMs = 14 * MINUTE_MS
    await act()
    aheadMs = 16 * MINUTE_MS
    await expect(act()).rejects.toMatchObject({ code: 'forbidden', details: { reason: 'stale_sign_in' } })
    const wrong = await client.fail(confirmSignIn, { body: { password: 'something else' } })
    expect(wrong.error.fields?.['body.password']).toMatch(/not your password/)
    await expect(act()).rejects.toMatchObject({ details: { reason: 'stale_sign_in' } })
    await client.call(confirmSignIn, { body: { password: PASSWORD } })
    await act()
    expect((await auditOf(h, email)).map((row) => row.action)).toEqual(['sign_in_confirmed'])
  })
})
