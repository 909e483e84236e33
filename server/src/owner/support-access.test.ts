import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getSession, switchTenant } from '#contracts/identity/session.ts'
import * as contract from '#contracts/owner/support-access.ts'
import { inviteMember } from '#contracts/team/invitation.ts'
import { reportPresence } from '#contracts/ticket/presence.ts'
import { createTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeOwner } from './fixture.ts'
import { endExpiredSupport } from './support-access.ts'

let h: Harness
let now = new Date('2026-11-22T09:00:00.000Z')
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' }, overrides: { clock: { now: () => now } } })
})
afterAll(() => h.stop())

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const open = async ({ tenant }: TestTenant, reason = 'Mails do not arrive') => {
  const owner = await makeOwner(h)
  const access = await owner.call(contract.startSupportAccess, { params: { tenantId: tenant.id }, body: { reason } })
  return { owner, access }
}

describe('support access', () => {
  it('[W5] opens one business for an hour and a reason; the business sees it, and both logs have it', async () => {
    const [made, other] = [await h.tenant('Rowan'), await h.tenant()]
    const admin = await h.member(made, 'admin')
    const ticketId = crypto.randomUUID() as never
    await admin.call(createTicket, { body: { id: ticketId, subject: 'Call', description: 'Call back' } })
    const { owner, access } = await open(made)
    expect((await owner.call(getSession)).tenant?.name).toBe('Rowan')
    expect((await owner.call(listTickets, { query: {} })).items).toHaveLength(1)
    await owner.call(reportPresence, { params: { ticketId }, body: { isHere: true, isTyping: false, seenSeq: 0 } })
    const seen = await admin.call(contract.listSupportAccess)
    expect(seen).toEqual({ items: [access], canEnd: true })
    const strange = await h.member(other, 'admin')
    expect((await strange.call(contract.listSupportAccess)).items).toEqual([])
    const end = { params: { supportAccessId: access.id } }
    expect((await strange.fail(contract.endSupportAccess, end)).status).toBe(404)
    const audit = await queryAsOwner(
      h.database.ownerUrl,
      `SELECT action, detail FROM auth.audit_log WHERE tenant_id = $1 AND action LIKE 'support%'`,
      [made.tenant.id],
    )
    expect(audit).toEqual([{ action: 'support_access_started', detail: { reason: 'Mails do not arrive' } }])
    const activity = await queryAsOwner(
      h.database.ownerUrl,
      `SELECT actor_name, action FROM activity_log WHERE tenant_id = $1 AND type = 'support_access'`,
      [made.tenant.id],
    )
    expect(activity).toMatchObject([
      { actor_name: 'Segue Support', action: expect.stringContaining('Mails do not arrive') },
    ])
    const team = await queryAsOwner(
      h.database.ownerUrl,
      'SELECT 1 FROM member WHERE tenant_id = $1 AND removed_at IS NULL',
      [made.tenant.id],
    )
    expect(team).toHaveLength(1)
    later(59)
    expect((await owner.call(listTickets, { query: {} })).items).toHaveLength(1)
    later(2)
    expect((await owner.fail(listTickets, { query: {} })).status).toBe(403)
    expect(await owner.call(getSession)).toMatchObject({
      tenant: null,
      endedMembership: { name: 'Rowan', reason: 'support_ended' },
    })
  })

  it('[W5] is over for its session until the owner chooses their own business: nothing sent meanwhile acts on that', async () => {
    const [made, own] = [await h.tenant('Rowan'), await h.tenant('Own')]
    const owner = await makeOwner(h, own)
    const body = () => ({ id: crypto.randomUUID() as never, subject: 'Call', description: 'Call back' })
    await owner.call(contract.startSupportAccess, { params: { tenantId: made.tenant.id }, body: { reason: 'Mails' } })
    const toOwn = { body: { tenantId: own.tenant.id } }
    const { status, error } = await owner.fail(switchTenant, toOwn)
    expect([status, error.reason]).toEqual([409, 'support_active'])
    later(61)
    expect((await owner.fail(createTicket, { body: body() })).status).toBe(403)
    for (let page = 0; page < 2; page += 1)
      expect((await owner.call(getSession)).endedMembership).toEqual({ name: 'Rowan', reason: 'support_ended' })
    expect((await owner.fail(createTicket, { body: body() })).status).toBe(403)
    expect((await owner.call(switchTenant, toOwn)).tenant?.name).toBe('Own')
    await owner.call(createTicket, { body: body() })
    expect((await owner.call(listTickets, { query: {} })).items).toHaveLength(1)
  })

  it('[W5] is one at a time: of several begun at once one is left, and the audit log has how each ended', async () => {
    const owner = await makeOwner(h)
    const made = await Promise.all([h.tenant(), h.tenant(), h.tenant()])
    const begin = ({ tenant }: TestTenant) =>
      owner.call(contract.startSupportAccess, { params: { tenantId: tenant.id }, body: { reason: 'Mails' } })
    await Promise.all(made.map(begin))
    const active = async () => {
      const lists = await Promise.all(
        made.map(async (one) => (await h.member(one, 'admin')).call(contract.listSupportAccess)),
      )
      return lists.flatMap(({ items }) => items).length
    }
    expect(await active()).toBe(1)
    later(61)
    await Promise.all([endExpiredSupport(h.platform), endExpiredSupport(h.platform)])
    expect(await active()).toBe(0)
    const ends = await queryAsOwner(
      h.database.ownerUrl,
      `SELECT actor_kind, detail->>'because' AS because FROM auth.audit_log
       WHERE tenant_id = ANY ($1) AND action = 'support_access_ended' ORDER BY because`,
      [made.map(({ tenant }) => tenant.id)],
    )
    expect(ends).toEqual([
      { actor_kind: 'system', because: 'expired' },
      { actor_kind: 'member', because: 'superseded' },
      { actor_kind: 'member', because: 'superseded' },
    ])
  })

  it('[W5] invites nobody: who comes by it would stay after the hour', async () => {
    const { owner } = await open(await h.tenant())
    const body = { id: crypto.randomUUID() as never, email: 'friend@new.example', role: 'admin' as const }
    expect((await owner.fail(inviteMember, { body })).error.code).toBe('forbidden')
  })

  it('[W5] is ended at once by an admin of the business, and not by an agent', async () => {
    const made = await h.tenant()
    const [admin, agent] = [await h.member(made, 'admin'), await h.member(made, 'agent')]
    const { owner, access } = await open(made)
    const stream = await owner.stream('/api/stream')
    const end = { params: { supportAccessId: access.id } }
    expect((await agent.fail(contract.endSupportAccess, end)).status).toBe(403)
    await admin.call(contract.endSupportAccess, end)
    await stream.ended
    expect((await owner.fail(listTickets, { query: {} })).status).toBe(403)
    expect((await admin.fail(contract.endSupportAccess, end)).status).toBe(404)
  })

  it('[W5] wants a sign-in of the last 15 minutes', async () => {
    const { tenant } = await h.tenant()
    const owner = await makeOwner(h)
    later(16)
    const { status, error } = await owner.fail(contract.startSupportAccess, {
      params: { tenantId: tenant.id },
      body: { reason: 'Late' },
    })
    expect([status, error.reason]).toEqual([403, 'stale_sign_in'])
  })
})
