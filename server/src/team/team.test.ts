import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { InvitationId, TeamId, TicketId, UserId } from '#contracts/ids.ts'
import {
  acceptInvitation,
  inviteMember,
  readInvitation,
  resendInvitation,
  withdrawInvitation,
} from '#contracts/team/invitation.ts'
import { changeRole, getStaff, removeMember, setAvailability } from '#contracts/team/staff.ts'
import { createTeam, deleteTeam } from '#contracts/team/team.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { assignTicket, createTicket, getTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { grantPlan } from '#server/billing/service.ts'
import { makeAccount, makeMember, makeSession } from '#server/identity/fixture.ts'
import { sinkMailer } from '#server/notification/fixture.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { countRows, times } from '#test/proof/concurrent-requests.ts'
import * as invitations from './invitations.ts'
import * as staff from './staff.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'violet harbour 93'
let aheadMs = 0
const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sink, clock: { now: () => new Date(Date.now() + aheadMs) } } })
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id
const emailOf = () => `i${crypto.randomUUID().slice(0, 13)}@example.com`

async function business() {
  const acme = await h.tenant()
  return { acme, owner: await h.member(acme, 'owner', 'Ann') }
}

/** Invites an address, and gives the token of the newest mail to it. */
async function invite(by: TestClient, email: string, role: 'agent' | 'admin' | 'owner' = 'agent') {
  const id = newId<InvitationId>()
  await by.call(inviteMember, { body: { id, email, role } })
  return { id, token: await tokenOf(email) }
}

const tokenOf = (email: string, mails = 1) =>
  vi.waitFor(
    () => {
      const sent = sink.mails.filter(({ to }) => to === email)
      expect(sent.length).toBe(mails)
      return /\/invite#([\w-]{43})/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
    },
    { timeout: 40_000 },
  )

const openTicket = async (by: TestClient) => {
  const made = await by.call(createTicket, { body: { id: newId<TicketId>(), subject: 'Bell', description: 'No ring' } })
  return { params: { ticketId: made.id }, version: made.version }
}

const auditOf = async (tenant: TestTenant, action: string) =>
  queryAsOwner<{ actor_email: string; detail: Record<string, unknown> }>(
    h.database.ownerUrl,
    'SELECT actor_email, detail FROM auth.audit_log WHERE tenant_id = $1 AND action = $2',
    [tenant.tenant.id, action],
  )

describe('an invitation', () => {
  it('[Y4] comes by mail, and its link makes an account with a verified e-mail and a membership', async () => {
    const { acme, owner } = await business()
    const email = emailOf()
    const { token } = await invite(owner, email, 'admin')
    expect(await h.visitor().call(readInvitation, { body: { token } })).toMatchObject({
      email,
      role: 'admin',
      invitedBy: 'Ann',
      problem: null,
      hasAccount: false,
    })
    const response = await h.visitor().raw(acceptInvitation.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, account: { name: 'Kim', password: PASSWORD } }),
    })
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const staff = await clientOf(h.url, { cookie }).call(getStaff)
    expect(staff.members.find((one) => one.email === email)).toMatchObject({ name: 'Kim', role: 'admin' })
    expect(staff.members.find((one) => one.email === email)?.lastSignInAt).not.toBeNull()
    expect(staff.invitations).toEqual([])
    expect(await auditOf(acme, 'invitation_accepted')).toMatchObject([{ actor_email: email }])
  })

  it('[Y4] is stored as a hash, and its link works once: of 200 attempts at once one makes a membership', async () => {
    const { acme, owner } = await business()
    const { userId, email } = await makeAccount(h.platform)
    const invited = clientOf(h.url, { cookie: await makeSession(h.platform, userId) })
    const { token } = await invite(owner, email)
    const stored = await queryAsOwner<{ row: string }>(
      h.database.ownerUrl,
      'SELECT invitation::text AS row FROM invitation WHERE tenant_id = $1',
      [acme.tenant.id],
    )
    expect(stored[0]?.row).not.toContain(token)
    const accept = () => invited.call(acceptInvitation, { body: { token, account: null } })
    const answers = await Promise.allSettled(times(200).map(accept))
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(await countRows(h.database, acme.tenant.id, 'member', 'removed_at IS NULL', [])).toBe(2)
    expect((await invited.fail(acceptInvitation, { body: { token, account: null } })).error.reason).toBe('used')
  })

  it('[Y4] says when it was withdrawn, has expired or was sent again', async () => {
    const { owner } = await business()
    const gone = await invite(owner, emailOf())
    await owner.call(withdrawInvitation, { params: { invitationId: gone.id } })
    const problemOf = async (token: string) => (await h.visitor().call(readInvitation, { body: { token } })).problem
    expect(await problemOf(gone.token)).toBe('withdrawn')
    const email = emailOf()
    const first = await invite(owner, email)
    await owner.call(resendInvitation, { params: { invitationId: first.id } })
    const second = await tokenOf(email, 2)
    expect((await h.visitor().fail(readInvitation, { body: { token: first.token } })).error.code).toBe('not_found')
    aheadMs = 7 * DAY_MS + 1000
    try {
      expect(await problemOf(second)).toBe('expired')
      const account = { name: 'Kim', password: PASSWORD }
      const late = await h.visitor().fail(acceptInvitation, { body: { token: second, account } })
      expect(late.error).toMatchObject({ code: 'conflict', reason: 'expired' })
    } finally {
      aheadMs = 0
    }
  })

  it('[Y4] adds a membership to an account that is a member elsewhere, and only to that account', async () => {
    const [elsewhere, { acme, owner }] = [await h.tenant(), await business()]
    const { actor, email } = await makeMember(elsewhere.tenant)
    const { token } = await invite(owner, email)
    const stranger = await makeAccount(h.platform)
    const clientFor = async (userId: UserId) => clientOf(h.url, { cookie: await makeSession(h.platform, userId) })
    const account = { name: 'Mallory', password: PASSWORD }
    expect((await h.visitor().fail(acceptInvitation, { body: { token, account } })).error.reason).toBe('has_account')
    const other = await (await clientFor(stranger.userId)).fail(acceptInvitation, { body: { token, account: null } })
    expect(other.error.reason).toBe('other_account')
    const invited = await clientFor(actor.userId)
    await invited.call(acceptInvitation, { body: { token, account: null } })
    // The session works for the business that was joined.
    expect((await invited.call(getStaff)).members.map((one) => one.email)).toContain(owner.email)
    for (const business of [elsewhere, acme]) {
      expect(await countRows(h.database, business.tenant.id, 'member', 'user_id = $2', [actor.userId])).toBe(1)
    }
  })

  it('[Y4] takes a seat until it is withdrawn: without one the next is refused, also of many at once', async () => {
    const { acme, owner } = await business()
    await acme.tenant.tx((t) => grantPlan(t, { planId: 'monthly', source: 'owner' }))
    const bodyOf = () => ({ id: newId<InvitationId>(), email: emailOf(), role: 'agent' as const })
    const answers = await Promise.allSettled(times(20).map(() => owner.call(inviteMember, { body: bodyOf() })))
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(4)
    expect((await owner.fail(inviteMember, { body: bodyOf() })).error.code).toBe('plan_limit')
    const { seats, invitations } = await owner.call(getStaff)
    expect(seats).toEqual({ used: 5, limit: 5 })
    await owner.call(withdrawInvitation, { params: { invitationId: invitations[0]?.id as InvitationId } })
    await owner.call(inviteMember, { body: bodyOf() })
  })

  it('[Y4] is refused for a member, for an address with an open one, and by an admin for an owner', async () => {
    const { acme, owner } = await business()
    const admin = await h.member(acme, 'admin')
    const give = (email: string, role: MemberRole) => ({ body: { id: newId<InvitationId>(), email, role } })
    expect((await owner.fail(inviteMember, give(admin.email, 'agent'))).error.reason).toBe('member')
    const email = emailOf()
    await admin.call(inviteMember, give(email, 'agent'))
    expect((await admin.fail(inviteMember, give(email, 'admin'))).error.reason).toBe('invited')
    expect((await admin.fail(inviteMember, give(emailOf(), 'owner'))).error.code).toBe('forbidden')
  })
})

describe('roles', () => {
  it('[Y4] an admin neither makes an owner nor changes or removes one', async () => {
    const { acme, owner } = await business()
    const [admin, agent] = [await h.member(acme, 'admin'), await h.member(acme)]
    const at = (who: { actor: { userId: UserId } }) => ({ params: { userId: who.actor.userId } })
    const refused = [
      await admin.fail(changeRole, { ...at(agent), body: { role: 'owner' } }),
      await admin.fail(changeRole, { ...at(admin), body: { role: 'owner' } }),
      await admin.fail(changeRole, { ...at(owner), body: { role: 'agent' } }),
      await admin.fail(removeMember, { ...at(owner), body: { handOverTo: null } }),
      await agent.fail(changeRole, { ...at(agent), body: { role: 'admin' } }),
    ]
    expect(refused.map(({ error }) => error.code)).toEqual(Array(5).fill('forbidden'))
    await admin.call(changeRole, { ...at(agent), body: { role: 'admin' } })
    expect(await auditOf(acme, 'role_changed')).toMatchObject([
      { actor_email: admin.email, detail: { userId: agent.actor.userId, from: 'agent', to: 'admin' } },
    ])
  })

  it('[Y4] the last owner cannot be lowered, be removed or leave, also when two owners act at once', async () => {
    const { acme, owner } = await business()
    const second = await h.member(acme, 'owner')
    const lower = (by: TestClient, whom: UserId) =>
      by.call(changeRole, { params: { userId: whom }, body: { role: 'agent' } })
    const answers = await Promise.allSettled([
      lower(owner, second.actor.userId),
      lower(second, owner.actor.userId),
      owner.call(removeMember, { params: { userId: owner.actor.userId }, body: { handOverTo: null } }),
      lower(second, second.actor.userId),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(await countRows(h.database, acme.tenant.id, 'member', `role = 'owner' AND removed_at IS NULL`, [])).toBe(1)
    const { acme: other, owner: only } = await business()
    const params = { userId: only.actor.userId }
    expect((await only.fail(changeRole, { params, body: { role: 'admin' } })).error.reason).toBe('last_owner')
    expect((await only.fail(removeMember, { params, body: { handOverTo: null } })).error.reason).toBe('last_owner')
    expect(await countRows(h.database, other.tenant.id, 'member', 'removed_at IS NULL', [])).toBe(1)
  })
})

describe('a member who was lowered after their request was read', () => {
  it('[Y4] neither raises themselves again nor invites an owner', async () => {
    const { acme } = await business()
    const { actor } = await h.member(acme, 'agent')
    const stale = { ...actor, role: 'owner' as const }
    const caller = { address: '127.0.0.1', requestId: 'r', requireFreshSignIn: async () => undefined }
    const given = { id: newId<InvitationId>(), email: emailOf(), role: 'owner' as const }
    const { tenant } = acme
    await expect(staff.changeRole(tenant, stale, caller, actor.userId, 'owner')).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(invitations.invite(tenant, stale, caller, given)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a removed member', () => {
  it('[Y4] loses the business at once, and the unfinished tickets go to the chosen member', async () => {
    const { acme, owner } = await business()
    const [leaving, heir] = [await h.member(acme, 'agent', 'Lee'), await h.member(acme, 'agent', 'Hao')]
    const tickets = await Promise.all(times(60).map(() => openTicket(owner)))
    for (const { params, version } of tickets) {
      await owner.call(assignTicket, { params, body: { version, assigneeId: leaving.actor.userId } })
    }
    const { members } = await owner.call(getStaff)
    expect(members.find(({ name }) => name === 'Lee')?.openTickets).toBe(60)
    const stream = await leaving.stream(streamDesk.path)
    const params = { userId: leaving.actor.userId }
    await owner.call(removeMember, { params, body: { handOverTo: heir.actor.userId } })
    await stream.ended
    expect((await leaving.fail(getStaff)).status).toBe(403)
    const ofHeir = { query: { assignees: heir.actor.userId } }
    // A job hands over what one transaction leaves.
    await vi.waitFor(async () => expect((await owner.call(listTickets, ofHeir)).items.length).toBe(60), {
      timeout: 40_000,
    })
    const { activity } = await owner.call(getTicket, { params: tickets[0]?.params as { ticketId: TicketId } })
    expect(activity[0]?.action).toBe('Assigned to Hao')
    expect((await owner.call(getStaff)).members.map(({ name }) => name).sort()).toEqual(['Ann', 'Hao'])
  })

  it('[Y4] has no say any more in a request that was sent before: the role is read again under the lock', async () => {
    const { acme, owner } = await business()
    const admin = await h.member(acme, 'admin')
    await owner.call(removeMember, { params: { userId: admin.actor.userId }, body: { handOverTo: null } })
    expect(
      (await admin.fail(changeRole, { params: { userId: owner.actor.userId }, body: { role: 'agent' } })).status,
    ).toBe(403)
  })
})

describe('a team', () => {
  it('[Y4] is a target of assignment beside the member, and finds its tickets in the list', async () => {
    const { acme, owner } = await business()
    const agent = await h.member(acme)
    const id = newId<TeamId>()
    const memberIds = [agent.actor.userId]
    await owner.call(createTeam, { body: { id, name: 'Billing', memberIds } })
    expect(
      (await owner.fail(createTeam, { body: { id: newId<TeamId>(), name: 'billing', memberIds } })).error.reason,
    ).toBe('name_taken')
    const { params, version } = await openTicket(owner)
    const assigned = await owner.call(assignTicket, { params, body: { version, teamId: id } })
    expect(assigned).toMatchObject({ team: { id, name: 'Billing' }, assignee: null, version: version + 1 })
    const both = await owner.call(assignTicket, {
      params,
      body: { version: assigned.version, assigneeId: agent.actor.userId },
    })
    expect(both).toMatchObject({ team: { id }, assignee: { id: agent.actor.userId } })
    const listed = await agent.call(listTickets, { query: { teams: [id] } })
    expect(listed.items.map((row) => row.team?.name)).toEqual(['Billing'])
    await owner.call(deleteTeam, { params: { teamId: id } })
    const { ticket, activity } = await owner.call(getTicket, { params })
    expect(ticket).toMatchObject({ team: null, assignee: { id: agent.actor.userId } })
    expect(activity.map(({ action }) => action)).toContain('Assigned to the team Billing')
  })
})

it('[Y4] a member sets their availability, which the others see', async () => {
  const { acme, owner } = await business()
  const agent = await h.member(acme)
  await agent.call(setAvailability, { body: { availability: 'away' } })
  const { members } = await owner.call(getStaff)
  expect(members.find(({ id }) => id === agent.actor.userId)?.availability).toBe('away')
})
