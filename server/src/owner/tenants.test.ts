import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConversation } from '#contracts/conversation/guest-conversation.ts'
import { getSession } from '#contracts/identity/session.ts'
import type { ConversationId, TenantId, TicketId } from '#contracts/ids.ts'
import { getPlatformStats } from '#contracts/owner/overview.ts'
import * as contract from '#contracts/owner/tenant.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import { rateTicket, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createTicket, deleteTicket, listTickets, moveTicket } from '#contracts/ticket/ticket.ts'
import { grantPlan } from '#server/billing/service.ts'
import { makeOnboarding } from '#server/signup/fixture.ts'
import { setTenantStatus } from '#server/tenant/service.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeOwner } from './fixture.ts'
import { foldTallies } from './queries.ts'

let h: Harness
let owner: TestClient
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
  owner = await makeOwner(h)
})
afterAll(() => h.stop())

const newId = <Id>() => randomUUID() as Id
const detailOf = ({ tenant }: TestTenant) => owner.call(contract.getTenantDetail, { params: { tenantId: tenant.id } })

/** Counts a business's rows themselves. */
async function countOf({ tenant }: TestTenant) {
  const [row] = await queryAsOwner(
    h.database.ownerUrl,
    `SELECT (SELECT count(*)::int FROM member WHERE tenant_id = $1 AND removed_at IS NULL) AS members,
       (SELECT count(*)::int FROM ticket WHERE tenant_id = $1 AND NOT is_demo) AS tickets,
       (SELECT count(*)::int FROM ticket WHERE tenant_id = $1 AND NOT is_demo AND status NOT IN ('resolved', 'closed')) AS "openTickets",
       (SELECT count(*)::int FROM conversation WHERE tenant_id = $1 AND channel = 'chat' AND NOT is_demo) AS chats,
       (SELECT avg((ticket_id IS NULL)::int)::float8 FROM conversation WHERE tenant_id = $1 AND channel = 'chat' AND NOT is_demo) AS "aiShare",
       (SELECT avg(rating)::float8 FROM ticket WHERE tenant_id = $1 AND NOT is_demo) AS satisfaction`,
    [tenant.id],
  )
  return row
}

/** A business that has had chats, tickets, a rating and a deletion. */
async function busyTenant(): Promise<TestTenant> {
  const made = await h.tenant()
  const { slug } = made
  const [admin, guest] = [await h.member(made, 'admin'), await h.guest(made)]
  const chats = Array.from({ length: 3 }, () => newId<ConversationId>())
  for (const id of chats) await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  const ticketId = newId<TicketId>()
  const form = { name: 'Ada', email: 'ada@example.com', subject: 'Order', description: 'Where is it?' }
  await guest.call(submitTicket, { params: { slug }, body: { ...form, id: ticketId, conversationId: chats[0]! } })
  const others = [newId<TicketId>(), newId<TicketId>()]
  for (const id of others) await admin.call(createTicket, { body: { id, subject: 'Call', description: 'Call back' } })
  const finish = async (id: TicketId) => {
    const params = { ticketId: id }
    const { version } = await admin.call(moveTicket, { params, body: { status: 'in-progress', version: 1 } })
    await admin.call(moveTicket, { params, body: { status: 'resolved', version } })
  }
  await finish(ticketId)
  await guest.call(rateTicket, { params: { slug, ticketId }, body: { stars: 4, comment: '' } })
  await finish(others[0]!)
  await admin.call(deleteTicket, { params: { ticketId: others[0]! } })
  return made
}

describe('the customer matrix', () => {
  it('[W5] shows the figures of a business true to its rows, before and after they are folded, and while many change at once', async () => {
    const made = await busyTenant()
    const shown = await detailOf(made)
    expect(shown).toMatchObject((await countOf(made)) as object)
    expect(shown).toMatchObject({
      tickets: 2,
      openTickets: 1,
      chats: 3,
      satisfaction: 4,
      members: 1,
      plan: { id: 'lifetime' },
    })
    const guest = await h.guest(made)
    const start = () =>
      guest.call(startConversation, {
        params: { slug: made.slug },
        body: { id: newId<ConversationId>(), context: 'general' },
      })
    await Promise.all([...Array.from({ length: 20 }, start), foldTallies(h.platform, 7), foldTallies(h.platform, 7)])
    while ((await foldTallies(h.platform, 7)) > 0)
      expect(await detailOf(made)).toMatchObject((await countOf(made)) as object)
    expect((await detailOf(made)).chats).toBe(23)
    const rows = await queryAsOwner(h.database.ownerUrl, 'SELECT is_total FROM tenant_tally WHERE tenant_id = $1', [
      made.tenant.id,
    ])
    expect(rows).toEqual([{ is_total: true }])
  })

  it('[W5] is searched, sorted and paged without losing or repeating a business', async () => {
    const mark = randomUUID().slice(0, 8)
    for (const name of ['Cedar', 'ash', 'Birch', 'Alder_%']) await h.tenant(`${name} ${mark}`)
    const read = async (sort: contract.TenantSort) => {
      const names: string[] = []
      let cursor: string | undefined
      do {
        const page = await owner.call(contract.listTenants, {
          query: { search: mark, sort, limit: 2, ...(cursor ? { cursor } : {}) },
        })
        names.push(...page.items.map(({ name }) => name.split(' ')[0] ?? ''))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return names
    }
    expect(await read('name')).toEqual(['Alder_%', 'ash', 'Birch', 'Cedar'])
    for (const sort of contract.TenantSort.options) {
      expect((await read(sort)).sort()).toEqual(['Alder_%', 'Birch', 'Cedar', 'ash'])
    }
    const literal = await owner.call(contract.listTenants, { query: { search: `r_% ${mark}` } })
    expect(literal.items).toHaveLength(1)
  })

  it('[W5] suspends a business with a reason: staff and customers are told, its streams end; reactivated, it works as before', async () => {
    const made = await h.tenant('Hazel')
    const { slug, tenant } = made
    const admin = await h.member(made, 'admin')
    const stream = await admin.stream('/api/stream')
    const set = (status: 'ACTIVE' | 'SUSPENDED', reason: string) =>
      owner.call(contract.setTenantStatus, { params: { tenantId: tenant.id }, body: { status, reason } })
    const { error } = await owner.fail(contract.setTenantStatus, {
      params: { tenantId: tenant.id },
      body: { status: 'SUSPENDED', reason: ' ' },
    })
    expect(error.fields?.['body.reason']).toContain('reason')
    expect(await set('SUSPENDED', 'Spam')).toMatchObject({ status: 'SUSPENDED', health: 'risk' })
    await stream.ended
    expect((await admin.fail(listTickets, { query: {} })).status).toBe(403)
    expect((await admin.call(getSession)).endedMembership).toEqual({ name: 'Hazel', reason: 'suspended' })
    const visitor = h.visitor()
    expect((await visitor.call(getPortal, { params: { slug } })).status).toBe('SUSPENDED')
    await set('ACTIVE', 'Cleared')
    expect((await admin.call(listTickets, { query: {} })).items).toEqual([])
    expect((await visitor.call(getPortal, { params: { slug } })).status).toBe('ACTIVE')
    const acts = await queryAsOwner(
      h.database.ownerUrl,
      `SELECT action, detail FROM auth.audit_log WHERE tenant_id = $1 AND action LIKE 'tenant_%' ORDER BY at`,
      [tenant.id],
    )
    expect(acts).toEqual([
      { action: 'tenant_suspended', detail: { reason: 'Spam' } },
      { action: 'tenant_reactivated', detail: { reason: 'Cleared' } },
    ])
  })

  it('[W7] gives a business a plan and limits of its own', async () => {
    const made = await h.tenant()
    const body = { planId: 'premium' as const, reason: 'Pilot', ticketLimit: 20, seatLimit: null, aiLimit: 0 }
    await owner.call(contract.grantTenantPlan, { params: { tenantId: made.tenant.id }, body })
    expect(await detailOf(made)).toMatchObject({
      plan: { id: 'premium' },
      planSource: 'owner',
      limits: { tickets: 20, seats: null, aiInteractions: 0 },
    })
    const missing = { params: { tenantId: newId<TenantId>() }, body }
    expect((await owner.fail(contract.grantTenantPlan, missing)).status).toBe(404)
  })
})

describe('the overview', () => {
  it('[W2] shows figures that equal a full count, without demo businesses', async () => {
    await busyTenant()
    const stats = await owner.call(getPlatformStats)
    const [counted] = await queryAsOwner(
      h.database.ownerUrl,
      `SELECT (SELECT count(*)::int FROM tenant WHERE NOT is_demo) AS tenants,
         (SELECT count(*)::int FROM tenant WHERE NOT is_demo AND status = 'ACTIVE') AS "activeTenants",
         (SELECT count(*)::int FROM member WHERE removed_at IS NULL) AS members,
         (SELECT count(*)::int FROM ticket WHERE NOT is_demo) AS tickets,
         (SELECT count(*)::int FROM ticket WHERE NOT is_demo AND status NOT IN ('resolved', 'closed')) AS "openTickets",
         (SELECT count(*)::int FROM conversation WHERE channel = 'chat' AND NOT is_demo) AS chats,
         (SELECT avg((ticket_id IS NULL)::int)::float8 FROM conversation WHERE channel = 'chat' AND NOT is_demo) AS "aiShare"`,
    )
    expect(stats).toMatchObject(counted as object)
    expect(stats.tickets).toBeGreaterThan(0)
    expect(stats.newThisMonth).toBe(stats.tenants)
    expect([stats.growth, stats.retention]).toEqual([null, null])
  })

  it('[W2] estimates the revenue from active businesses that completed onboarding and pay, and from no others', async () => {
    const revenue = async () => (await owner.call(getPlatformStats)).revenue
    const before = await revenue()
    const paying = async (given: { planId: 'monthly' | 'lifetime'; status?: 'trialing'; endsAt?: Date }) => {
      const made = await h.tenant()
      await made.tenant.tx((t) => grantPlan(t, { source: 'checkout', ...given }))
      return made
    }
    await paying({ planId: 'monthly' })
    await paying({ planId: 'lifetime' })
    await paying({ planId: 'monthly', status: 'trialing' })
    await paying({ planId: 'monthly', endsAt: new Date(0) })
    await makeOnboarding((await paying({ planId: 'monthly' })).tenant, { userId: newId() })
    await (await paying({ planId: 'monthly' })).tenant.tx((t) => setTenantStatus(t, 'SUSPENDED'))
    await h.tenant()
    const after = await revenue()
    expect({
      estimateCents: after.estimateCents - before.estimateCents,
      monthlyCents: after.monthlyCents - before.monthlyCents,
      onceCents: after.onceCents - before.onceCents,
      payingTenants: after.payingTenants - before.payingTenants,
    }).toEqual({ estimateCents: 2 * 14_900, monthlyCents: 1500, onceCents: 7500, payingTenants: 2 })
  })
})
