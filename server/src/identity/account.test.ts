import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  changeEmail,
  changePassword,
  changeProfile,
  confirmEmailAddress,
  endOtherSessions,
  endOwnSession,
  getAccount,
  listOwnSessions,
  requestPasswordReset,
  resetPassword,
  sendVerificationMail,
} from '#contracts/identity/account.ts'
import { getSession } from '#contracts/identity/session.ts'
import { listMembers } from '#contracts/tenant/member.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { lockTenant } from '#server/tenant/service.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { waitingForMe } from '#test/lock-waits.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeAccount, makeMember, makeSession, PASSWORD } from './fixture.ts'
import { mailbox } from './fixture-mail.ts'
import { auditOf, trySignIn } from './fixture-sign-in.ts'
import { accessTo, makeUnproved } from './fixture-unproved.ts'

const MINUTE_MS = 60_000
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
const box = mailbox()
const OTHER_PASSWORD = 'seven green bicycles'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock, mail: box.mailer } })
})
afterAll(() => h.stop())
beforeEach(async () => {
  aheadMs = 0
  await queryAsOwner(h.database.ownerUrl, 'DELETE FROM auth.sign_in_attempt')
})

const signedIn = async (given: Parameters<typeof makeAccount>[1] = {}) => {
  const account = await makeAccount(h.platform, given)
  return { ...account, ...clientOf(h.url, { cookie: await makeSession(h.platform, account.userId) }) }
}
const canSignIn = async (email: string, password: string) =>
  (await trySignIn(h, { email, password, portal: 'customer' })).status === 200

describe('[I6] a forgotten password', () => {
  const ask = async (email: string) => {
    await h.visitor().call(requestPasswordReset, { body: { email } })
    return box.linkTo(email, 'reset-password')
  }
  const reset = (linkToken: string, password = OTHER_PASSWORD) => ({ body: { linkToken, password } })

  it('is replaced by the link of a mail, which works once, ends every session and verifies the address', async () => {
    const person = await signedIn({ verified: false })
    const first = await ask(person.email)
    await h.visitor().call(requestPasswordReset, { body: { email: person.email } })
    await expect.poll(() => box.to(person.email).length, { timeout: 40_000 }).toBe(2)
    const second = await box.linkTo(person.email, 'reset-password')
    await h.visitor().call(resetPassword, reset(second))
    expect((await person.call(getSession)).user).toBeNull()
    expect(await canSignIn(person.email, PASSWORD)).toBe(false)
    expect(await canSignIn(person.email, OTHER_PASSWORD)).toBe(true)
    for (const used of [first, second, 'x'.repeat(43)]) {
      expect((await h.visitor().fail(resetPassword, reset(used))).error.reason).toBe('link_used')
    }
    const [row] = await queryAsOwner(h.database.ownerUrl, 'SELECT email_verified FROM auth."user" WHERE id = $1', [
      person.userId,
    ])
    expect(row).toEqual({ email_verified: true })
    const subjects = () => box.to(person.email).map((one) => one.subject)
    await expect.poll(subjects, { timeout: 40_000 }).toContain('Your password was changed')
    expect((await auditOf(h, person.email)).map((one) => one.action)).toContain('password_reset')
  })

  it('proves the address: nothing that gave access before the first proof does so any more, two-factor neither', async () => {
    const unproved = await makeUnproved(h.platform, { hasTwoFactor: true })
    await h.visitor().call(resetPassword, reset(await ask(unproved.email)))
    expect(await accessTo(h, unproved)).toEqual({ sessions: 0, ways: ['credential'], recoveryCodes: 0, links: 0 })
    expect((await unproved.client.call(getSession)).user).toBeNull()
    expect(await canSignIn(unproved.email, PASSWORD)).toBe(false)
    expect(
      (await trySignIn(h, { email: unproved.email, password: OTHER_PASSWORD, portal: 'customer' })).body.user,
    ).toMatchObject({ emailVerified: true })
    expect((await auditOf(h, unproved.email)).map((one) => one.action)).toContain('email_verified')
  })

  it('keeps two-factor and linked providers of an account whose address was proved before', async () => {
    const proved = await makeUnproved(h.platform, { hasTwoFactor: true, verified: true })
    await h.visitor().call(resetPassword, reset(await ask(proved.email)))
    expect(await accessTo(h, proved)).toMatchObject({ ways: ['credential', 'https://idp.example'], recoveryCodes: 10 })
    expect(
      (await trySignIn(h, { email: proved.email, password: OTHER_PASSWORD, portal: 'customer' })).body,
    ).toMatchObject({ isCodeNeeded: true })
  })

  it('is not replaced after an hour, and a refused password leaves the link as it is', async () => {
    const person = await signedIn({ name: 'Robin Roe' })
    const token = await ask(person.email)
    const refused = await h.visitor().fail(resetPassword, reset(token, 'robin roe 1'))
    expect(refused.error.fields?.['body.password']).toMatch(/your name/)
    await h.visitor().call(resetPassword, reset(token))
    const sent = box.to(person.email).length
    await h.visitor().call(requestPasswordReset, { body: { email: person.email } })
    await expect.poll(() => box.to(person.email).length, { timeout: 40_000 }).toBeGreaterThan(sent)
    const late = await box.linkTo(person.email, 'reset-password')
    aheadMs = 61 * MINUTE_MS
    expect((await h.visitor().fail(resetPassword, reset(late))).error.reason).toBe('link_used')
  })

  it('of an unknown address has the same answer and no mail; a person gets three mails an hour', async () => {
    const person = await signedIn()
    const visitor = h.visitor()
    const answers = [await visitor.call(requestPasswordReset, { body: { email: 'nobody@new.example' } })]
    for (let n = 0; n < 5; n += 1)
      answers.push(await visitor.call(requestPasswordReset, { body: { email: person.email } }))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    // A later mail of another person shows that none of these is still on its way.
    await ask((await signedIn()).email)
    expect(box.to('nobody@new.example')).toHaveLength(0)
    await expect.poll(() => box.to(person.email).length, { timeout: 40_000 }).toBe(3)
  })

  it('cannot be read from the database: the token is stored as its hash', async () => {
    const person = await signedIn()
    const token = await ask(person.email)
    const rows = await queryAsOwner(h.database.ownerUrl, 'SELECT * FROM auth.one_time_token WHERE user_id = $1', [
      person.userId,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('[I6] a change of the password', () => {
  it('wants the present one, ends the other sessions, and makes earlier links worthless', async () => {
    const person = await signedIn()
    const elsewhere = clientOf(h.url, { cookie: await makeSession(h.platform, person.userId) })
    await h.visitor().call(requestPasswordReset, { body: { email: person.email } })
    const link = await box.linkTo(person.email, 'reset-password')
    await elsewhere.call(changeEmail, { body: { email: `other-${person.email}` } })
    const toOther = await box.linkTo(`other-${person.email}`, 'verify-email')
    const wrong = { currentPassword: 'not mine at all', newPassword: OTHER_PASSWORD }
    expect((await person.fail(changePassword, { body: wrong })).error.fields).toHaveProperty('body.currentPassword')
    const weak = { currentPassword: PASSWORD, newPassword: 'password1' }
    expect((await person.fail(changePassword, { body: weak })).error.fields).toHaveProperty('body.newPassword')
    await person.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD } })
    expect((await person.call(getSession)).user?.email).toBe(person.email)
    expect((await elsewhere.call(getSession)).user).toBeNull()
    expect(await canSignIn(person.email, OTHER_PASSWORD)).toBe(true)
    const used = await h.visitor().fail(resetPassword, { body: { linkToken: link, password: 'a third password' } })
    expect(used.error.reason).toBe('link_used')
    const moved = await person.fail(confirmEmailAddress, { body: { linkToken: toOther } })
    expect(moved.error.reason).toBe('link_used')
  })

  it('limits guesses at the present one as a sign-in does', async () => {
    const person = await signedIn()
    const guess = (n: number) =>
      person.fail(changePassword, { body: { currentPassword: `guess ${n}`, newPassword: OTHER_PASSWORD } })
    for (let n = 0; n < 10; n += 1) expect((await guess(n)).status).toBe(400)
    expect((await guess(10)).status).toBe(429)
  })
})

describe('[I6] an e-mail address', () => {
  const confirm = (by: TestClient, linkToken: string) => by.call(confirmEmailAddress, { body: { linkToken } })

  it('is verified by the link of a mail, once', async () => {
    const person = await signedIn({ verified: false })
    await person.call(sendVerificationMail)
    const token = await box.linkTo(person.email, 'verify-email')
    expect((await person.call(getAccount)).emailVerified).toBe(false)
    expect(await confirm(person, token)).toEqual({ email: person.email })
    expect((await person.call(getAccount)).emailVerified).toBe(true)
    await expect(confirm(person, token)).rejects.toMatchObject({ status: 401, error: { reason: 'link_used' } })
  })

  it('is verified only in a session of its account: without one and in another the link stays unused', async () => {
    const [person, other] = [await signedIn({ verified: false }), await signedIn()]
    await person.call(sendVerificationMail)
    const token = await box.linkTo(person.email, 'verify-email')
    for (const by of [h.visitor(), other]) {
      await expect(confirm(by, token)).rejects.toMatchObject({ status: 401, error: { reason: 'sign_in_first' } })
    }
    expect((await person.call(getAccount)).emailVerified).toBe(false)
    expect(await confirm(person, token)).toEqual({ email: person.email })
  })

  it('changes with the link in the new mailbox, also in the team; the old one is told', async () => {
    const made = await h.tenant()
    const { actor, email } = await makeMember(made.tenant)
    const client = clientOf(h.url, { cookie: await makeSession(h.platform, actor.userId) })
    const next = `new-${email}`
    await client.call(changeEmail, { body: { email: next } })
    const token = await box.linkTo(next, 'verify-email')
    await expect.poll(() => box.to(email).at(-1)?.text ?? '', { timeout: 40_000 }).toContain(next)
    expect((await client.call(getAccount)).email).toBe(email)
    await confirm(client, token)
    expect((await client.call(getAccount)).email).toBe(next)
    expect((await client.call(listMembers)).items.map((one) => one.email)).toEqual([next])
    expect(await canSignIn(next, PASSWORD)).toBe(true)
  })

  it('of another account is answered as a free one, and its owner gets a mail without a link', async () => {
    const [person, other] = [await signedIn(), await signedIn()]
    const free = await person.call(changeEmail, { body: { email: `free-${other.email}` } })
    expect(await person.call(changeEmail, { body: { email: other.email } })).toEqual(free)
    await expect
      .poll(() => box.to(other.email).at(-1)?.text ?? '', { timeout: 40_000 })
      .toContain('nothing has changed')
    expect(box.to(other.email).at(-1)?.text).not.toContain('verify-email')
    await expect.poll(() => box.to(person.email).length, { timeout: 40_000 }).toBe(2)
  })

  it('taken by another account after the link was sent is refused', async () => {
    const person = await signedIn()
    await person.call(changeEmail, { body: { email: 'wanted@new.example' } })
    const token = await box.linkTo('wanted@new.example', 'verify-email')
    await makeAccount(h.platform, { email: 'wanted@new.example' })
    await expect(confirm(person, token)).rejects.toMatchObject({ status: 409, error: { reason: 'email_in_use' } })
  })

  it('changes only after a fresh sign-in; a verification of the old address verifies no new one', async () => {
    const person = await signedIn({ verified: false })
    await person.call(sendVerificationMail)
    const old = await box.linkTo(person.email, 'verify-email')
    await queryAsOwner(h.database.ownerUrl, 'UPDATE auth."user" SET email = $2 WHERE id = $1', [
      person.userId,
      'moved@new.example',
    ])
    await expect(confirm(person, old)).rejects.toMatchObject({ error: { reason: 'link_used' } })
    aheadMs = 16 * MINUTE_MS
    expect((await person.fail(changeEmail, { body: { email: 'x@new.example' } })).error.reason).toBe('stale_sign_in')
  })
})

describe('the own profile', () => {
  it('has a name that the team sees, and a language for its mails', async () => {
    const made = await h.tenant()
    const { actor, email } = await makeMember(made.tenant)
    const client = clientOf(h.url, { cookie: await makeSession(h.platform, actor.userId) })
    const changed = await client.call(changeProfile, { body: { name: 'Kim Lee', language: 'de' } })
    expect(changed).toMatchObject({ name: 'Kim Lee', language: 'de', hasPassword: true, twoFactor: null })
    expect((await client.call(listMembers)).items.map((one) => one.name)).toEqual(['Kim Lee'])
    await h.visitor().call(requestPasswordReset, { body: { email } })
    await box.linkTo(email, 'reset-password')
    expect(box.to(email).at(-1)?.subject).toBe('Neues Passwort festlegen')
  })
})

describe('[Y4] a rename at the moment of a removal', () => {
  it('does not bring the member back', async () => {
    const { tenant } = await h.tenant()
    const { actor } = await makeMember(tenant)
    const client = clientOf(h.url, { cookie: await makeSession(h.platform, actor.userId) })
    const { renamed } = await tenant.tx(async (t) => {
      await lockTenant(t)
      await t.sql('UPDATE member SET removed_at = $3 WHERE tenant_id = $1 AND user_id = $2', [
        tenant.id,
        actor.userId,
        t.now,
      ])
      const renamed = client.call(changeProfile, { body: { name: 'Kim', language: 'en' } })
      renamed.catch(() => undefined)
      await vi.waitFor(async () => expect(await waitingForMe(t)).toBe(1), { timeout: 60_000 })
      return { renamed }
    })
    expect(await renamed).toMatchObject({ name: 'Kim' })
    expect((await client.fail(listMembers)).status).toBe(403)
  })
})

describe('[I8] the list of sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

  it('names browser, system and address; ending one ends its live stream and no other', async () => {
    const made = await h.tenant()
    const { actor, email } = await makeMember(made.tenant)
    const here = clientOf(h.url, { cookie: await makeSession(h.platform, actor.userId) })
    const response = await fetch(`${h.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': FIREFOX },
      body: JSON.stringify({ email, password: PASSWORD, portal: 'business' }),
    })
    const cookie =
      response.headers
        .getSetCookie()
        .find((line) => line.startsWith('segue='))
        ?.split(';')[0] ?? ''
    const there = clientOf(h.url, { cookie })
    const stream = await there.stream(streamDesk.path)
    const { items } = await here.call(listOwnSessions)
    expect(items.map((one) => [one.isCurrent, one.browser, one.system, one.address])).toEqual([
      [true, null, null, null],
      [false, 'Firefox', 'Linux', '127.0.0.1'],
    ])
    await here.call(endOwnSession, { params: { sessionId: items[1]?.id as never } })
    await stream.ended
    expect((await there.call(getSession)).user).toBeNull()
    expect((await here.call(listOwnSessions)).items).toHaveLength(1)
    expect((await auditOf(h, email)).map((one) => one.action)).toContain('sessions_ended')
  })

  it('ends all others at once, and none of another person', async () => {
    const [person, other] = [await signedIn(), await signedIn()]
    await makeSession(h.platform, person.userId)
    await makeSession(h.platform, person.userId)
    const foreign = (await other.call(listOwnSessions)).items[0]?.id as never
    expect((await person.fail(endOwnSession, { params: { sessionId: foreign } })).status).toBe(404)
    expect(await person.call(endOtherSessions)).toEqual({ ended: 2 })
    expect((await other.call(getSession)).user?.email).toBe(other.email)
    expect((await person.call(getSession)).user?.email).toBe(person.email)
  })
})
