import { randomUUID } from 'node:crypto'
import { startCheckout } from '#contracts/billing/checkout.ts'
import { confirmEmailAddress } from '#contracts/identity/account.ts'
import type { InvitationId } from '#contracts/ids.ts'
import { signUpBusiness } from '#contracts/signup/signup.ts'
import { acceptInvitation, inviteMember } from '#contracts/team/invitation.ts'
import { changeRole, removeMember } from '#contracts/team/staff.ts'
import { createGiftToken, grantPlan } from '#server/billing/service.ts'
import { makeAccount, makeSession } from '#server/identity/fixture.ts'
import { issueToken } from '#server/identity/one-time-tokens.ts'
import { pathOf, type TestClient } from '#test/client.ts'
import { times } from '#test/proof/concurrent-requests.ts'
import { exactly, type Figure } from './figures.ts'
import { raceAppCode, raceRecoveryCode, raceResetLink } from './one-time-races.ts'
import { type Business, countOf, isAccepted, json, linkTo, type Site, statusesOf } from './site.ts'
import { payCheckout } from './webhooks.ts'

const HOUR_MS = 3_600_000

/** Many people at once, or one person many times, with what only one of them may get. */
export async function races(site: Site): Promise<Figure[]> {
  return [
    exactly(`businesses of ${site.atOnce} people by one gift token`, await raceGiftToken(site), 1),
    exactly(`businesses of ${site.atOnce} people by one paid checkout`, await raceCheckout(site), 1),
    exactly(`memberships of ${site.atOnce} attempts by one invitation`, await raceInvitation(site), 1),
    exactly(`of ${site.atOnce} invitations for the last seat`, await raceLastSeat(site), 1),
    exactly('invited people who join with one seat left', await raceAcceptances(site), 1),
    exactly('businesses without an owner after 20 quarrels of two owners', await quarrels(site, 20), 0),
    exactly(`passwords set by ${site.atOnce} uses of one link`, await raceResetLink(site), 1),
    exactly(`addresses verified by ${site.atOnce} uses of one link`, await raceEmailLink(site, 'verify_email'), 1),
    exactly(`addresses changed by ${site.atOnce} uses of one link`, await raceEmailLink(site, 'change_email'), 1),
    exactly('of 200 uses of one recovery code', await raceRecoveryCode(site.platform), 1),
    exactly('of 200 uses of one code of the app', await raceAppCode(site.platform), 1),
  ]
}

type Proof = { kind: 'gift'; token: string } | { kind: 'checkout'; checkoutId: string }

/** Many signed-in people create a business by one proof of payment. */
async function raceProof(site: Site, proof: Proof): Promise<number> {
  const people = await Promise.all(times(site.atOnce).map(() => site.person()))
  const bodyOf = (n: number) => ({
    id: randomUUID(),
    flow: 'payment',
    proof,
    businessName: `Quick ${n} ${randomUUID()}`,
  })
  const statuses = await statusesOf(people.map((person, n) => person.raw(signUpBusiness.path, json('POST', bodyOf(n)))))
  return countOf(statuses, isAccepted)
}

async function raceGiftToken(site: Site): Promise<number> {
  const { code } = await createGiftToken(site.platform, { kind: 'single', description: 'a race' })
  return raceProof(site, { kind: 'gift', token: code })
}

async function raceCheckout(site: Site): Promise<number> {
  const { checkoutId } = await site.stranger().call(startCheckout, { body: { plan: 'lifetime' } })
  await payCheckout(site, checkoutId)
  return raceProof(site, { kind: 'checkout', checkoutId })
}

const invite = (owner: TestClient, email: string) =>
  owner.raw(inviteMember.path, json('POST', { id: randomUUID() as InvitationId, email, role: 'agent' }))

async function invited(site: Site, { owner }: Business): Promise<{ person: TestClient; token: string }> {
  const person = await site.person()
  await invite(owner, person.email)
  return { person, token: await linkTo(site, person.email) }
}

const accept = (who: TestClient, token: string) =>
  who.raw(acceptInvitation.path, json('POST', { token, account: null }))

async function raceInvitation(site: Site): Promise<number> {
  const { person, token } = await invited(site, await site.business())
  const { cookie = '' } = person.headers
  const statuses = await statusesOf(times(site.atOnce).map(() => accept(site.stranger({ cookie }), token)))
  return countOf(statuses, isAccepted)
}

async function raceLastSeat(site: Site): Promise<number> {
  const { tenant, owner } = await site.business()
  await tenant.tx((t) => grantPlan(t, { planId: 'monthly', source: 'owner', seatLimit: 2 }))
  const statuses = await statusesOf(times(site.atOnce).map((n) => invite(owner, `seat${n}@example.com`)))
  return countOf(statuses, isAccepted)
}

/** Their invitations were sent while the plan had seats for all. */
async function raceAcceptances(site: Site): Promise<number> {
  const business = await site.business()
  const people = await Promise.all(times(20).map(() => invited(site, business)))
  await business.tenant.tx((t) => grantPlan(t, { planId: 'lifetime', source: 'owner', seatLimit: 2 }))
  return countOf(await statusesOf(people.map(({ person, token }) => accept(person, token))), isAccepted)
}

/** Two owners remove each other, lower each other and leave, all at once. */
async function quarrels(site: Site, rounds: number): Promise<number> {
  let without = 0
  for (let n = 0; n < rounds; n += 1) {
    const business = await site.business()
    const [one, other] = [business.owner, await business.member('owner')]
    const at = ({ actor }: typeof one) => ({ params: { userId: actor.userId } })
    const remove = (by: typeof one, whom: typeof one) =>
      by.raw(pathOf(removeMember, at(whom)), json(removeMember.method, { handOverTo: null }))
    const lower = (by: typeof one, whom: typeof one) =>
      by.raw(pathOf(changeRole, at(whom)), json(changeRole.method, { role: 'agent' }))
    const acts = [remove(one, other), remove(other, one), lower(one, other), lower(other, one), remove(one, one)]
    await statusesOf([...acts, remove(other, other)])
    const owners = await business.tenant.read((t) =>
      t.sql(`SELECT 1 FROM member WHERE role = 'owner' AND removed_at IS NULL`),
    )
    if (owners.length === 0) without += 1
  }
  return without
}

async function raceEmailLink(site: Site, kind: 'verify_email' | 'change_email'): Promise<number> {
  const { platform, stranger } = site
  const { userId, email } = await makeAccount(platform, { verified: false })
  const cookie = await makeSession(platform, userId)
  const detail = { email: kind === 'verify_email' ? email : `new-${email}` }
  const linkToken = await issueToken(platform, { kind, userId, validMs: HOUR_MS, detail })
  const statuses = await statusesOf(
    times(site.atOnce).map(() => stranger({ cookie }).raw(confirmEmailAddress.path, json('POST', { linkToken }))),
  )
  return countOf(statuses, isAccepted)
}
