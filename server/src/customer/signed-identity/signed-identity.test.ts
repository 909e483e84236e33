import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import { getCustomerRecord } from '#contracts/customer/customer-record.ts'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import { identifyGuest } from '#contracts/customer/signed-identity.ts'
import type { CustomerId, TicketId } from '#contracts/ids.ts'
import { createWidgetSecret, getWidgetSecret } from '#contracts/tenant/widget-secret.ts'
import { listGuestTickets, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { startChat } from '#test/proof/full-tenant.ts'
import { signIdentity } from './fixture.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock } })
})
afterAll(() => h.stop())

const at = ({ slug }: TestTenant) => ({ params: { slug } })

/** A business with a widget secret, and the function with which its server signs. */
async function businessWithSecret() {
  const acme = await h.tenant()
  const admin = await h.member(acme, 'admin')
  const { secret } = await admin.call(createWidgetSecret, { body: { generation: 0 } })
  const sign = (claims: Record<string, unknown> = {}, signWith = secret, alg?: string) =>
    signIdentity({ secret: signWith, slug: acme.slug, now: clock.now() }, claims, alg)
  return { acme, admin, secret, sign }
}

const identify = (guest: TestClient, of: TestTenant, token: string) =>
  guest.call(identifyGuest, { ...at(of), body: { identityToken: token } })

const refusal = async (guest: TestClient, of: TestTenant, token: string) =>
  (await guest.fail(identifyGuest, { ...at(of), body: { identityToken: token } })).error.reason

const submit = (guest: TestClient, of: TestTenant, email: string, subject = 'Bell') =>
  guest.call(submitTicket, {
    ...at(of),
    body: { id: crypto.randomUUID() as TicketId, name: 'Jo', email, subject, description: 'No ring' },
  })

const subjectsOf = async (guest: TestClient, of: TestTenant) =>
  (await guest.call(listGuestTickets, at(of))).items.map(({ subject }) => subject).sort()

const customersOf = ({ tenant }: TestTenant) =>
  queryAsOwner<{ id: CustomerId; name: string; email: string | null; external_id: string | null }>(
    h.database.ownerUrl,
    `SELECT c.id, c.name, c.email, i.external_id FROM customer c LEFT JOIN customer_identity i
     ON i.tenant_id = c.tenant_id AND i.customer_id = c.id WHERE c.tenant_id = $1 ORDER BY i.external_id, c.joined_at`,
    [tenant.id],
  )

describe('[U10] an identity token', () => {
  it('makes the guest that customer, with what they wrote before and what they wrote in another browser', async () => {
    const { acme, admin, sign } = await businessWithSecret()
    const [first, second] = [await h.guest(acme), await h.guest(acme)]
    const chat = await startChat(first, acme.slug)
    await submit(first, acme, 'ada@example.com', 'Before')
    await identify(first, acme, await sign({ sub: 'u-1', name: 'Ada Park', email: 'Ada@example.com' }))
    await submit(first, acme, 'ada@example.com', 'After')
    expect(await subjectsOf(second, acme)).toEqual([])
    await identify(second, acme, await sign({ sub: 'u-1', name: 'Ada Moss' }))
    expect(await subjectsOf(second, acme)).toEqual(['After', 'Before'])
    expect((await second.call(getGuestConversation, { params: chat.params })).conversation.id).toBe(chat.conversationId)
    const { conversationId } = await startChat(second, acme.slug)
    const other = await first.call(getGuestConversation, { params: { slug: acme.slug, conversationId } })
    expect(other.conversation.id).toBe(conversationId)
    const [only, ...more] = await customersOf(acme)
    expect(more).toEqual([])
    expect(only).toMatchObject({ name: 'Ada Moss', email: 'ada@example.com', external_id: 'u-1' })
    const record = await admin.call(getCustomerRecord, { params: { customerId: only!.id } })
    expect(record).toMatchObject({ externalIds: ['u-1'], customer: { emailStatus: 'claimed' } })
  })

  it('shows nothing of whoever else has its address, however that was proved', async () => {
    const { acme, sign } = await businessWithSecret()
    const [owner, stranger] = [await h.guest(acme), await h.guest(acme)]
    await submit(owner, acme, 'ada@example.com', 'Own')
    const verified = 'UPDATE customer SET claimed_by = NULL, email_verified_at = now() WHERE tenant_id = $1'
    await queryAsOwner(h.database.ownerUrl, verified, [acme.tenant.id])
    await identify(stranger, acme, await sign({ email: 'ada@example.com' }))
    expect(await subjectsOf(stranger, acme)).toEqual([])
    expect(await customersOf(acme)).toHaveLength(2)
  })

  it('is refused when it is changed, unsigned, signed with another key or algorithm, or before there is a secret', async () => {
    const { acme, secret, sign } = await businessWithSecret()
    const guest = await h.guest(acme)
    const [head, body, signature] = (await sign()).split('.') as [string, string, string]
    const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const forged = [
      `${head}.${json({ ...claims, sub: 'admin' })}.${signature}`,
      `${json({ alg: 'none' })}.${body}.`,
      `${json({ alg: 'none', typ: 'JWT' })}.${body}.${signature}`,
      `${head}.${body}.`,
      await sign({}, 'another key of thirty-two bytes!'),
      await sign({}, secret, 'HS512'),
      'no token',
    ]
    for (const token of forged) expect(await refusal(guest, acme, token)).toBe('identity_refused')
    const without = await h.tenant()
    const token = await signIdentity({ secret: '', slug: without.slug, now: clock.now() }).catch(() => sign())
    expect(await refusal(await h.guest(without), without, token)).toBe('identity_refused')
    expect(await customersOf(acme)).toEqual([])
  })

  it('is refused when it has expired, is valid for more than ten minutes, or lacks a claim', async () => {
    const { acme, sign } = await businessWithSecret()
    const guest = await h.guest(acme)
    const now = Math.floor(clock.now().getTime() / 1000)
    expect(await refusal(guest, acme, await sign({ iat: now - 400, exp: now - 31 }))).toBe('identity_expired')
    const malformed = [
      { exp: now + 601 },
      { iat: now - 3600 },
      { iat: now + 120 },
      { exp: undefined },
      { iat: undefined },
      { jti: undefined },
      { jti: '' },
      { sub: undefined },
      { sub: 4711 },
      { sub: 'x'.repeat(201) },
      { aud: undefined },
      { aud: 'somebody-else' },
      { email: 'no address' },
    ]
    for (const claims of malformed) {
      expect(await refusal(guest, acme, await sign(claims)), JSON.stringify(claims)).toBe(
        claims.iat === now - 3600 ? 'identity_expired' : 'identity_claims',
      )
    }
  })

  it('counts once: another visit is refused with it, also of many at the same time', async () => {
    const { acme, sign } = await businessWithSecret()
    const token = await sign()
    const guests = await Promise.all(Array.from({ length: 5 }, () => h.guest(acme)))
    const results = await Promise.allSettled(guests.map((guest) => identify(guest, acme, token)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [winner] = guests.filter((_, index) => results[index]?.status === 'fulfilled')
    for (const guest of guests.filter((one) => one !== winner))
      expect(await refusal(guest, acme, token)).toBe('identity_used')
    // The same page again, from the browser's cache.
    await identify(winner!, acme, token)
  })

  it('is forgotten after it has expired', async () => {
    const { acme, sign } = await businessWithSecret()
    const guest = await h.guest(acme)
    await identify(guest, acme, await sign())
    aheadMs += 11 * MINUTE_MS
    await identify(guest, acme, await sign())
    const [row] = await queryAsOwner<{ count: number }>(
      h.database.ownerUrl,
      'SELECT count(*)::int AS count FROM used_identity_token WHERE tenant_id = $1',
      [acme.tenant.id],
    )
    expect(row?.count).toBe(1)
  })

  it('of one business is nothing at another', async () => {
    const [one, other] = [await businessWithSecret(), await businessWithSecret()]
    const guest = await h.guest(other.acme)
    expect(await refusal(guest, other.acme, await one.sign({ aud: other.acme.slug }))).toBe('identity_refused')
    expect(await refusal(guest, other.acme, await other.sign({ aud: one.acme.slug }))).toBe('identity_claims')
  })

  it('of somebody else does not take over a visit: the visit has to be left first', async () => {
    const { acme, sign } = await businessWithSecret()
    const guest = await h.guest(acme)
    await identify(guest, acme, await sign({ sub: 'u-1' }))
    const token = await sign({ sub: 'u-2' })
    expect(await refusal(guest, acme, token)).toBe('other_identity')
    const session = await guest.call(startGuestSession, { ...at(acme), body: { bearer: true } })
    expect(session.isIdentified).toBe(true)
    // Refused, it was not used up.
    await identify(await h.guest(acme), acme, token)
  })

  it('keeps who the guest is, whatever address they type later', async () => {
    const { acme, sign } = await businessWithSecret()
    const [guest, elsewhere] = [await h.guest(acme), await h.guest(acme)]
    await identify(guest, acme, await sign({ sub: 'u-1', email: 'ada@example.com' }))
    await submit(guest, acme, 'other@example.com', 'Typed')
    await startChat(guest, acme.slug)
    await identify(elsewhere, acme, await sign({ sub: 'u-1' }))
    expect(await subjectsOf(elsewhere, acme)).toEqual([])
    await submit(elsewhere, acme, 'ada@example.com', 'Own')
    expect(await subjectsOf(guest, acme)).toEqual(['Own', 'Typed'])
  })

  it('has no word in logs of the audit, and its refusal is audited', async () => {
    const { acme, sign } = await businessWithSecret()
    const guest = await h.guest(acme)
    const token = await sign({}, 'another key of thirty-two bytes!')
    await refusal(guest, acme, token)
    const rows = await queryAsOwner<{ text: string }>(
      h.database.ownerUrl,
      "SELECT to_jsonb(a)::text AS text FROM auth.audit_log a WHERE tenant_id = $1 AND action = 'denied'",
      [acme.tenant.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).toContain('identity')
    expect(rows[0]?.text).not.toContain(token.slice(0, 40))
  })
})

describe('[U10] the widget secret', () => {
  it('is shown once, differs by business and number, and is nowhere in the database', async () => {
    const { acme, admin, secret } = await businessWithSecret()
    expect(secret).toMatch(/^segue_ws_[\w-]{43}$/)
    const view = await admin.call(getWidgetSecret)
    expect(view).toEqual({ generation: 1, createdAt: expect.any(String), previousUntil: null })
    const next = await admin.call(createWidgetSecret, { body: { generation: 1 } })
    expect(new Set([secret, next.secret, (await businessWithSecret()).secret]).size).toBe(3)
    const rows = await queryAsOwner<{ text: string }>(
      h.database.ownerUrl,
      'SELECT to_jsonb(t)::text AS text FROM tenant t WHERE id = $1',
      [acme.tenant.id],
    )
    expect(rows[0]?.text).not.toContain(secret.slice(9))
  })

  it('is valid for a day beside the one that replaced it', async () => {
    const { acme, admin, secret, sign } = await businessWithSecret()
    const next = await admin.call(createWidgetSecret, { body: { generation: 1 } })
    expect(next.previousUntil).toBe(new Date(Date.parse(next.createdAt!) + DAY_MS).toISOString())
    const guest = await h.guest(acme)
    await identify(guest, acme, await sign({}, secret))
    await identify(guest, acme, await sign({}, next.secret))
    aheadMs += DAY_MS + MINUTE_MS
    const later = await h.guest(acme)
    expect(await refusal(later, acme, await sign({}, secret))).toBe('identity_refused')
    await identify(later, acme, await sign({}, next.secret))
    expect((await admin.call(getWidgetSecret)).previousUntil).toBeNull()
  })

  it('is not made twice by two members at once', async () => {
    const { admin } = await businessWithSecret()
    const refused = await admin.fail(createWidgetSecret, { body: { generation: 0 } })
    expect(refused.error).toMatchObject({ code: 'conflict', current: { generation: 1 } })
  })
})
