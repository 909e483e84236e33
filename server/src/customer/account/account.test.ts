import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getGuestConversation, streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import { enterPortal, requestCustomerCode, signInWithCustomerCode } from '#contracts/customer/customer-account.ts'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import { getSession, signOut } from '#contracts/identity/session.ts'
import type { TicketId } from '#contracts/ids.ts'
import { listGuestTickets, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { makeAccount, makeMember, makeSession } from '#server/identity/fixture.ts'
import { trySignIn } from '#server/identity/fixture-sign-in.ts'
import { accessTo, makeUnproved } from '#server/identity/fixture-unproved.ts'
import { sinkMailer } from '#server/notification/fixture.ts'
import { clientOf, pathOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { times } from '#test/proof/concurrent-requests.ts'
import { startChat } from '#test/proof/full-tenant.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sink } })
})
afterAll(() => h.stop())

const emailOf = () => `c${crypto.randomUUID().slice(0, 13)}@example.com`
const at = ({ slug }: TestTenant) => ({ params: { slug } })

/** The code of the newest of so many mails to an address. */
const codeOf = (email: string, mails = 1) =>
  vi.waitFor(
    () => {
      const sent = sink.mails.filter(({ to, subject }) => to === email && /code for|Signing in/.test(subject))
      expect(sent.length).toBe(mails)
      expect(sent.at(-1)?.subject).not.toMatch(/\d{6}/)
      return /^(\d{6})$/m.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
    },
    { timeout: 40_000 },
  )

/** A browser with the cookies that the server sets. */
async function browserAt(of: TestTenant): Promise<TestClient> {
  const guest = await h.guest(of)
  return clientOf(h.url, { authorization: guest.headers.authorization ?? '' })
}

/** Calls with a body and stores the session cookie of the reply. */
async function signInByCode(
  browser: TestClient,
  of: TestTenant,
  body: { email: string; code: string; name?: string; password?: string },
) {
  const response = await browser.raw(pathOf(signInWithCustomerCode, at(of)), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie) browser.headers.cookie = cookie
  return response.status
}

async function signUp(browser: TestClient, of: TestTenant, email: string): Promise<void> {
  await browser.call(requestCustomerCode, { ...at(of), body: { email } })
  expect(await signInByCode(browser, of, { email, code: await codeOf(email), name: 'Jo' })).toBe(200)
}

const submit = (browser: TestClient, of: TestTenant, email: string, subject = 'Bell') =>
  browser.call(submitTicket, {
    ...at(of),
    body: { id: crypto.randomUUID() as TicketId, name: 'Jo', email, subject, description: 'No ring' },
  })

const subjectsOf = async (browser: TestClient, of: TestTenant) =>
  (await browser.call(listGuestTickets, at(of))).items.map(({ subject }) => subject).sort()

describe('a customer account', () => {
  it('[I3] is made by a mailed code, keeps what the guest wrote, and shows it in another browser too', async () => {
    const acme = await h.tenant()
    const email = emailOf()
    const [first, second] = [await browserAt(acme), await browserAt(acme)]
    const chat = await startChat(first, acme.slug)
    await submit(first, acme, email)
    expect(await subjectsOf(second, acme)).toEqual([])
    await signUp(first, acme, email)
    expect(await subjectsOf(first, acme)).toEqual(['Bell'])
    await second.call(requestCustomerCode, { ...at(acme), body: { email } })
    expect(await signInByCode(second, acme, { email, code: await codeOf(email, 2) })).toBe(200)
    expect(await subjectsOf(second, acme)).toEqual(['Bell'])
    const { conversation } = await second.call(getGuestConversation, { params: chat.params })
    expect(conversation.id).toBe(chat.conversationId)
  })

  it('[I3] is not told by a refused password: a known address and a new one get the same answer', async () => {
    const acme = await h.tenant()
    const [browser, { email: known }] = [await browserAt(acme), await makeAccount(h.platform)]
    const attempt = async (email: string) =>
      (
        await browser.fail(signInWithCustomerCode, {
          ...at(acme),
          body: { email, code: '000000', password: 'password1' },
        })
      ).error.fields
    expect(await attempt(known)).toEqual(await attempt(emailOf()))
    expect(Object.keys((await attempt(known)) ?? {})).toEqual(['body.password'])
  })

  it('[I3] shows nothing of who only claims its address, and shows them nothing', async () => {
    const acme = await h.tenant()
    const email = emailOf()
    const [stranger, owner] = [await browserAt(acme), await browserAt(acme)]
    await submit(stranger, acme, email, 'Claimed')
    await submit(owner, acme, email, 'Own')
    await signUp(owner, acme, email)
    expect(await subjectsOf(owner, acme)).toEqual(['Own'])
    expect(await subjectsOf(stranger, acme)).toEqual(['Claimed'])
  })

  it('[I3] signed out, the browser has neither its requests nor its streams', async () => {
    const acme = await h.tenant()
    const browser = await browserAt(acme)
    const chat = await startChat(browser, acme.slug)
    await signUp(browser, acme, emailOf())
    const stream = await browser.stream(pathOf(streamGuestConversation, { params: chat.params, query: { after: 0 } }))
    await browser.call(signOut)
    await stream.ended
    expect((await browser.fail(listGuestTickets, at(acme))).status).toBe(401)
    const fresh = await browser.call(startGuestSession, { ...at(acme), body: { bearer: false } })
    expect(fresh.account).toBeNull()
  })

  it('[I3] is the mailbox owner’s alone from the first code on, where somebody had made it in advance', async () => {
    const [acme, unproved] = [await h.tenant(), await makeUnproved(h.platform)]
    const browser = await browserAt(acme)
    await browser.call(requestCustomerCode, { ...at(acme), body: { email: unproved.email } })
    const given = { email: unproved.email, code: await codeOf(unproved.email), name: 'Jo', password: 'mine alone 7' }
    expect(await signInByCode(browser, acme, given)).toBe(200)
    expect(await accessTo(h, unproved)).toEqual({ sessions: 1, ways: ['credential'], recoveryCodes: 0, links: 0 })
    expect((await unproved.client.call(getSession)).user).toBeNull()
    expect((await trySignIn(h, { ...unproved, portal: 'customer' })).status).toBe(401)
    expect((await trySignIn(h, { ...given, portal: 'customer' })).body.user?.name).toBe('Jo')
  })

  it('[I3] enters each business separately: until it does, that one learns no address', async () => {
    const [acme, other] = [await h.tenant(), await h.tenant()]
    const email = emailOf()
    const browser = await browserAt(acme)
    await signUp(browser, acme, email)
    const there = clientOf(h.url, { ...(await browserAt(other)).headers, cookie: browser.headers.cookie ?? '' })
    const start = () => there.call(startGuestSession, { ...at(other), body: { bearer: false } })
    expect(await start()).toMatchObject({ account: null, otherAccount: { email } })
    await there.call(enterPortal, at(other))
    expect(await start()).toMatchObject({ account: { email }, otherAccount: null })
  })

  it('[U11] signed in at the sign-in page leads to the active business where its owner was last', async () => {
    const [acme, other] = [await h.tenant(), await h.tenant()]
    const email = emailOf()
    const browser = await browserAt(acme)
    await signUp(browser, acme, email)
    const lastPortal = async () => (await browser.call(getSession)).lastPortal
    expect(await lastPortal()).toBe(acme.slug)
    const there = clientOf(h.url, { ...(await browserAt(other)).headers, cookie: browser.headers.cookie ?? '' })
    await there.call(enterPortal, at(other))
    await queryAsOwner(
      h.database.ownerUrl,
      `UPDATE customer SET last_active_at = now() + interval '1 hour' WHERE tenant_id = $1`,
      [other.tenant.id],
    )
    expect(await lastPortal()).toBe(other.slug)
    await queryAsOwner(h.database.ownerUrl, `UPDATE tenant SET status = 'SUSPENDED' WHERE id = $1`, [other.tenant.id])
    expect(await lastPortal()).toBe(acme.slug)
    expect((await h.visitor().call(getSession)).lastPortal).toBeNull()
  })

  it('[I3] with an address that is not verified does not enter', async () => {
    const acme = await h.tenant()
    const { userId } = await makeAccount(h.platform, { verified: false })
    const browser = await browserAt(acme)
    browser.headers.cookie = await makeSession(h.platform, userId)
    expect((await browser.fail(enterPortal, at(acme))).error.reason).toBe('unverified')
  })
})

describe('a mailed code', () => {
  it('[I3] allows five guesses and one sign-in, also of many at once', async () => {
    const acme = await h.tenant()
    const email = emailOf()
    const browser = await browserAt(acme)
    await browser.call(requestCustomerCode, { ...at(acme), body: { email } })
    const code = await codeOf(email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (const _ of times(5)) expect(await signInByCode(browser, acme, { email, code: wrong })).toBe(401)
    expect(await signInByCode(browser, acme, { email, code })).toBe(401)
    await browser.call(requestCustomerCode, { ...at(acme), body: { email } })
    const second = await codeOf(email, 2)
    const statuses = await Promise.all(times(20).map(() => signInByCode(browser, acme, { email, code: second })))
    expect(statuses.filter((status) => status === 200).length).toBe(1)
  })

  it('[I3] is sent three times an hour to one address, whatever business it is asked for at', async () => {
    const email = emailOf()
    for (const _ of times(3)) {
      const of = await h.tenant()
      await (await browserAt(of)).call(requestCustomerCode, { ...at(of), body: { email } })
    }
    const of = await h.tenant()
    const refused = await (await browserAt(of)).fail(requestCustomerCode, { ...at(of), body: { email } })
    expect(refused.error).toMatchObject({ code: 'rate_limited', reason: 'too_many_codes' })
  })

  it.each(['ACTIVE', 'SUSPENDED'])(
    '[I3] signs nobody in to the account of a member whose business is %s: the mail names the password instead',
    async (status) => {
      const [acme, own] = [await h.tenant(), await h.tenant()]
      const { email } = await makeMember(own.tenant)
      await queryAsOwner(h.database.ownerUrl, 'UPDATE tenant SET status = $2 WHERE id = $1', [own.tenant.id, status])
      const browser = await browserAt(acme)
      await browser.call(requestCustomerCode, { ...at(acme), body: { email } })
      expect(await codeOf(email)).toBe('')
    },
  )
})
