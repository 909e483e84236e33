import { createOTP } from '@better-auth/utils/otp'
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  resetPassword,
} from '#contracts/identity/account.ts'
import { getSession, signIn, signOut } from '#contracts/identity/session.ts'
import { signInWithCode } from '#contracts/identity/two-factor.ts'
import { endSupportAccess, startSupportAccess } from '#contracts/owner/support-access.ts'
import { setTenantStatus } from '#contracts/owner/tenant.ts'
import { inviteMember } from '#contracts/team/invitation.ts'
import { changeRole, removeMember } from '#contracts/team/staff.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { listTickets } from '#contracts/ticket/ticket.ts'
import { makeSession, PASSWORD } from '#server/identity/fixture.ts'
import { issueToken } from '#server/identity/one-time-tokens.ts'
import { inTransaction } from '#server/identity/transaction.ts'
import { replaceRecoveryCodes } from '#server/identity/two-factor/recovery-codes.ts'
import { newTotpSecret } from '#server/identity/two-factor/totp.ts'
import type { TestClient } from '#test/client.ts'
import { times } from '#test/proof/concurrent-requests.ts'
import { timeBound } from '#test/time-bound.ts'
import { atMost, exactly, type Figure } from './figures.ts'
import { type Business, countOf, isAccepted, json, type Person, type Site, statusesOf } from './site.ts'

const HOUR_MS = 3_600_000

/** Whose right ends, with a second session of theirs, and who ends it. */
type Scene = { site: Site; business: Business; victim: Person; elsewhere: TestClient }

/** Ways in which a right ends. `path` is what it was needed for; without one the list of tickets. */
const ENDINGS: Record<string, { act: (scene: Scene) => Promise<unknown>; path?: string }> = {
  'removed by the owner': {
    act: ({ business, victim }) =>
      business.owner.call(removeMember, { params: { userId: victim.actor.userId }, body: { handOverTo: null } }),
  },
  'lowered from admin to agent': {
    act: ({ business, victim }) =>
      business.owner.call(changeRole, { params: { userId: victim.actor.userId }, body: { role: 'agent' } }),
    path: inviteMember.path,
  },
  'signed out': { act: ({ victim }) => victim.call(signOut) },
  'session ended in the list of sessions': {
    act: async ({ elsewhere }) => {
      const { items } = await elsewhere.call(listOwnSessions)
      const sessionId = items.find(({ isCurrent }) => !isCurrent)?.id
      if (sessionId) await elsewhere.call(endOwnSession, { params: { sessionId } })
    },
  },
  'all other sessions ended': { act: ({ elsewhere }) => elsewhere.call(endOtherSessions) },
  'password changed elsewhere': {
    act: ({ elsewhere }) =>
      elsewhere.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: 'violet harbour 93' } }),
  },
  'password reset by a mail': {
    act: async ({ site, victim }) => {
      const { userId } = victim.actor
      const linkToken = await issueToken(site.platform, { kind: 'reset_password', userId, validMs: HOUR_MS })
      await site.stranger().call(resetPassword, { body: { linkToken, password: 'violet harbour 93' } })
    },
  },
  'business suspended': {
    act: async ({ site, business }) =>
      (await site.platformOwner()).call(setTenantStatus, {
        params: { tenantId: business.tenant.id },
        body: { status: 'SUSPENDED', reason: 'an attack' },
      }),
  },
}

/** Sessions that go on after their right ended, that are made up, and codes that are used again. */
export async function sessions(site: Site): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, { act, path }] of Object.entries(ENDINGS)) figures.push(...(await ending(site, name, act, path)))
  return [
    ...figures,
    ...(await supportEnding(site)),
    exactly('made-up or altered session cookies accepted', await madeUpCookies(site), 0),
    exactly('session cookies kept at a sign-in', await fixation(site), 0),
    exactly('cookies of a sign-in that scripts or other sites can use', await looseCookies(site), 0),
    exactly('sign-ins by one code of the app from 20 places', await secondStep(site, 'app'), 1),
    exactly('sign-ins by one recovery code from 20 places', await secondStep(site, 'recovery'), 1),
  ]
}

async function ending(
  site: Site,
  name: string,
  act: (scene: Scene) => Promise<unknown>,
  path: string = listTickets.path,
): Promise<Figure[]> {
  const business = await site.business()
  const victim = await business.member('admin')
  const elsewhere = site.stranger({ cookie: await makeSession(site.platform, victim.actor.userId) })
  const stream = await victim.stream(streamDesk.path)
  await act({ site, business, victim, elsewhere })
  const began = performance.now()
  const body = { id: crypto.randomUUID(), email: 'friend@example.com', role: 'agent' }
  const request = () => victim.raw(path, path === inviteMember.path ? json('POST', body) : {})
  const accepted = countOf(await statusesOf(times(20).map(request)), isAccepted)
  const ms = await endOf(stream.ended, began)
  return [
    exactly(`of 20 requests accepted after: ${name}`, accepted, 0),
    atMost(`ms until the live stream ended after: ${name}`, ms, timeBound(2000)),
  ]
}

/** Milliseconds until a stream ended; a minute for one that did not. */
const endOf = async (ended: Promise<void>, began: number): Promise<number> => {
  const timeout = new Promise((resolve) => setTimeout(resolve, 60_000).unref())
  await Promise.race([ended, timeout])
  return Math.round(performance.now() - began)
}

async function supportEnding(site: Site): Promise<Figure[]> {
  const { tenant, owner } = await site.business()
  const support = await site.platformOwner()
  const body = { reason: 'an attack' }
  const access = await support.call(startSupportAccess, { params: { tenantId: tenant.id }, body })
  const stream = await support.stream(streamDesk.path)
  await owner.call(endSupportAccess, { params: { supportAccessId: access.id } })
  const began = performance.now()
  const statuses = await statusesOf(times(20).map(() => support.raw(listTickets.path)))
  return [
    exactly('of 20 requests accepted after: support access ended by the business', countOf(statuses, isAccepted), 0),
    atMost('ms until the live stream of support ended', await endOf(stream.ended, began), timeBound(2000)),
  ]
}

async function madeUpCookies(site: Site): Promise<number> {
  const { owner } = await site.business()
  const { cookie = '' } = owner.headers
  const [name = '', value = ''] = cookie.split('=')
  const [token = '', signature = ''] = decodeURIComponent(value).split('.')
  const forged = [
    token,
    `${token}.`,
    `${token}.${'A'.repeat(signature.length)}`,
    `${token.slice(0, -1)}.${signature}`,
    `${token}x.${signature}`,
    `${'A'.repeat(32)}.${signature}`,
    `.${signature}`,
    "' OR '1'='1",
  ]
  const cookies = forged.map((one) => `${name}=${encodeURIComponent(one)}`)
  const statuses = await statusesOf(cookies.map((one) => site.stranger({ cookie: one }).raw(listTickets.path)))
  return countOf(statuses, isAccepted)
}

const credentialsOf = (email: string) => ({ email, password: PASSWORD, portal: 'business' })
const cookiesOf = (response: Response): string[] => response.headers.getSetCookie()
const pairsOf = (lines: string[]): string => lines.map((line) => line.split(';')[0]).join('; ')

/** A sign-in in a browser where somebody has planted their own session or an invented one. */
async function fixation(site: Site): Promise<number> {
  const [{ owner: victim }, { owner: attacker }] = [await site.business(), await site.business()]
  const [name = ''] = (attacker.headers.cookie ?? '').split('=')
  let kept = 0
  for (const planted of [attacker.headers.cookie ?? '', `${name}=invented`]) {
    const response = await site
      .stranger({ cookie: planted })
      .raw(signIn.path, json('POST', credentialsOf(victim.email)))
    const signedIn = site.stranger({ cookie: pairsOf(cookiesOf(response)) })
    const { user } = await signedIn.call(getSession)
    const ofPlanted = await site.stranger({ cookie: planted }).call(getSession)
    if (user?.email !== victim.email || ofPlanted.user?.email === victim.email) kept += 1
  }
  return kept
}

async function looseCookies(site: Site): Promise<number> {
  const { owner } = await site.business()
  const response = await site.stranger().raw(signIn.path, json('POST', credentialsOf(owner.email)))
  const lines = cookiesOf(response)
  return lines.length === 0
    ? -1
    : countOf(lines, (line) => !/; HttpOnly/i.test(line) || !/; SameSite=(Lax|Strict)/i.test(line))
}

/** Twenty browsers know the password, and one code that was seen; afterwards one of them tries it again. */
async function secondStep(site: Site, kind: 'app' | 'recovery'): Promise<number> {
  const { owner } = await site.business()
  const { userId } = owner.actor
  const { secret, encrypted } = newTotpSecret(site.platform, userId)
  await site.platform.db.query('UPDATE auth."user" SET totp_secret = $2, two_factor_at = now() WHERE id = $1', [
    userId,
    encrypted,
  ])
  const [recovery = ''] = await inTransaction(site.platform, (t) => replaceRecoveryCodes(t, userId))
  const step = Math.floor(site.platform.clock.now().getTime() / 30_000)
  const code = kind === 'app' ? await createOTP(secret).hotp(step) : recovery
  const browsers = await Promise.all(
    times(20).map(async () => {
      const response = await site.stranger().raw(signIn.path, json('POST', credentialsOf(owner.email)))
      return site.stranger({ cookie: pairsOf(cookiesOf(response)) })
    }),
  )
  const use = (browser: TestClient) => browser.raw(signInWithCode.path, json('POST', { code }))
  const statuses = await statusesOf(browsers.slice(1).map(use))
  statuses.push(...(await statusesOf(browsers.slice(0, 1).map(use))))
  return countOf(statuses, isAccepted)
}
