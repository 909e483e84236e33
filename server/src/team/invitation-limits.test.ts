import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvitationId, UserId } from '#contracts/ids.ts'
import { sendChannelTest } from '#contracts/notification/preferences.ts'
import { inviteMember, resendInvitation, withdrawInvitation } from '#contracts/team/invitation.ts'
import { changeRole, getStaff, removeMember } from '#contracts/team/staff.ts'
import { makeAccount } from '#server/identity/fixture.ts'
import { sinkMailer } from '#server/notification/fixture.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { times } from '#test/proof/concurrent-requests.ts'

let aheadMs = 0
const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sink, clock: { now: () => new Date(Date.now() + aheadMs) } } })
})
afterAll(() => h.stop())

const HOUR_MS = 3_600_000
const emailOf = () => `i${crypto.randomUUID().slice(0, 13)}@example.com`
const bodyOf = (email: string, role: 'agent' | 'admin' | 'owner' = 'agent') => ({
  body: { id: crypto.randomUUID() as InvitationId, email, role },
})
async function business() {
  const acme = await h.tenant()
  return { acme, owner: await h.member(acme, 'owner', 'Ann') }
}

/** Invites an address and withdraws it, so that it takes no seat. */
async function inviteAndWithdraw(by: TestClient, email: string): Promise<void> {
  const { id } = await by.call(inviteMember, bodyOf(email))
  await by.call(withdrawInvitation, { params: { invitationId: id } })
}

describe('mails to strangers', () => {
  it('[Y4] an address gets three an hour however it is spelled and whichever business sends, and resending counts', async () => {
    const [{ owner }, other] = [await business(), await business()]
    const name = crypto.randomUUID().slice(0, 13)
    await inviteAndWithdraw(owner, `${name}@example.com`)
    const { id } = await other.owner.call(inviteMember, bodyOf(`${name}+a@example.com`))
    await other.owner.call(resendInvitation, { params: { invitationId: id } })
    const again = await owner.fail(inviteMember, bodyOf(`${name.toUpperCase()}+b@example.com`))
    expect(again).toMatchObject({ status: 429, error: { code: 'rate_limited', reason: 'too_many_messages' } })
    expect(again.error.message).toMatch(/3 messages within the hour.*Try again/)
    expect((await other.owner.fail(resendInvitation, { params: { invitationId: id } })).status).toBe(429)
    await owner.call(inviteMember, bodyOf(emailOf()))
    aheadMs = HOUR_MS + 1000
    try {
      await owner.call(inviteMember, bodyOf(`${name}+c@example.com`))
    } finally {
      aheadMs = 0
    }
  })

  it('[Y4] a business sends 30 an hour and 100 a day, also when many are sent at once', async () => {
    const { acme, owner } = await business()
    const sent = (ago: string, count: number) =>
      queryAsOwner(
        h.database.ownerUrl,
        `INSERT INTO auth.stranger_message (tenant_id, recipient, created_at)
         SELECT $1, gen_random_uuid()::text, now() - $2::interval FROM generate_series(1, $3::int)`,
        [acme.tenant.id, ago, count],
      )
    await sent('10 minutes', 26)
    const answers = await Promise.allSettled(times(8).map(() => owner.call(inviteMember, bodyOf(emailOf()))))
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(4)
    await queryAsOwner(
      h.database.ownerUrl,
      `UPDATE auth.stranger_message SET created_at = now() - interval '2 hours' WHERE tenant_id = $1`,
      [acme.tenant.id],
    )
    await sent('3 hours', 69)
    await owner.call(inviteMember, bodyOf(emailOf()))
    const last = await owner.fail(inviteMember, bodyOf(emailOf()))
    expect(last).toMatchObject({ status: 429, error: { code: 'rate_limited' } })
    expect(last.error.message).toMatch(/100 such messages within a day.*tomorrow/)
  })

  it('[Y4] tests to the own address that is not confirmed count, to a confirmed one they do not', async () => {
    const { owner } = await business()
    const test = { body: { channel: 'mail' as const } }
    for (const _ of times(4)) await owner.call(sendChannelTest, test)
    await queryAsOwner(h.database.ownerUrl, 'UPDATE auth."user" SET email_verified = false WHERE id = $1', [
      owner.actor.userId,
    ])
    for (const _ of times(3)) await owner.call(sendChannelTest, test)
    expect((await owner.fail(sendChannelTest, test)).status).toBe(429)
  })
})

describe('an invitation of a manager', () => {
  const openOf = async (by: TestClient) => (await by.call(getStaff)).invitations.map(({ email }) => email).sort()
  const audited = (tenantId: string) =>
    queryAsOwner<{ actor_email: string; detail: Record<string, unknown> }>(
      h.database.ownerUrl,
      `SELECT actor_email, detail FROM auth.audit_log WHERE tenant_id = $1 AND action = 'invitation_withdrawn' ORDER BY detail->>'role'`,
      [tenantId],
    )

  it('[Y4] is withdrawn with an entry in the audit log when they are removed; one a colleague sent again stays', async () => {
    const { acme, owner } = await business()
    const admin = await h.member(acme, 'admin')
    const [gone, kept] = [emailOf(), emailOf()]
    await admin.call(inviteMember, bodyOf(gone, 'admin'))
    const { id } = await admin.call(inviteMember, bodyOf(kept))
    await owner.call(resendInvitation, { params: { invitationId: id } })
    const { userId } = admin.actor
    await owner.call(removeMember, { params: { userId }, body: { handOverTo: null } })
    expect(await openOf(owner)).toEqual([kept])
    expect(await audited(acme.tenant.id)).toEqual([
      { actor_email: owner.email, detail: { email: gone, role: 'admin', invitedBy: userId } },
    ])
  })

  it('[Y4] is withdrawn when their role is lowered, as far as they may not give it any more', async () => {
    const { acme, owner } = await business()
    const second = await h.member(acme, 'owner')
    const [toOwner, toAgent] = [emailOf(), emailOf()]
    await second.call(inviteMember, bodyOf(toOwner, 'owner'))
    await second.call(inviteMember, bodyOf(toAgent))
    const lower = (role: 'admin' | 'agent') =>
      owner.call(changeRole, { params: { userId: second.actor.userId }, body: { role } })
    await lower('admin')
    expect(await openOf(owner)).toEqual([toAgent])
    await lower('agent')
    expect(await openOf(owner)).toEqual([])
    expect((await audited(acme.tenant.id)).map(({ detail }) => detail.role)).toEqual(['agent', 'owner'])
  })
})

it('[Y4] making an owner and removing a member need a sign-in of the last 15 minutes', async () => {
  const { acme, owner } = await business()
  const agent = await h.member(acme)
  const params = { userId: agent.actor.userId }
  const acts = [
    () => owner.fail(changeRole, { params, body: { role: 'owner' } }),
    () => owner.fail(inviteMember, bodyOf(emailOf(), 'owner')),
    () => owner.fail(removeMember, { params, body: { handOverTo: null } }),
  ]
  aheadMs = 16 * 60_000
  try {
    for (const act of acts) expect((await act()).error).toMatchObject({ code: 'forbidden', reason: 'stale_sign_in' })
    await owner.call(changeRole, { params, body: { role: 'admin' } })
    await queryAsOwner(h.database.ownerUrl, 'UPDATE auth.session SET signed_in_at = $2 WHERE user_id = $1', [
      owner.actor.userId,
      new Date(Date.now() + aheadMs),
    ])
    await owner.call(changeRole, { params, body: { role: 'owner' } })
    await owner.call(removeMember, { params, body: { handOverTo: null } })
  } finally {
    aheadMs = 0
  }
})

it('[Y4] the mail is in the language of the recipient’s account, or else of who invites, with the role’s name', async () => {
  const { owner } = await business()
  const setLanguage = (userId: UserId, language: string) =>
    queryAsOwner(h.database.ownerUrl, 'UPDATE auth."user" SET language = $2 WHERE id = $1', [userId, language])
  const known = await makeAccount(h.platform)
  await setLanguage(owner.actor.userId, 'de')
  await setLanguage(known.userId, 'fr')
  const stranger = emailOf()
  await owner.call(inviteMember, bodyOf(stranger, 'admin'))
  await owner.call(inviteMember, bodyOf(known.email, 'admin'))
  const mailTo = (email: string) => sink.mails.find(({ to }) => to === email)
  await expect.poll(() => mailTo(stranger)?.text, { timeout: 40_000 }).toContain('als Administrator')
  await expect.poll(() => mailTo(known.email)?.text, { timeout: 40_000 }).toContain('en tant qu’administrateur')
  expect(mailTo(stranger)?.html).toContain('<html lang="de">')
})
