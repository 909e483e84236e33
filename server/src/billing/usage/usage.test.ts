import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketId } from '#contracts/ids.ts'
import { createDemoTickets } from '#contracts/ticket/demo-ticket.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createTicket, getTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { grantPlan } from '#server/billing/service.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { countAiInteraction, numberTicket } from './count.ts'
import { reachedPercent } from './tell.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as TicketId

async function tenantWith(limits: { ticketLimit?: number; aiLimit?: number }) {
  const made = await h.tenant()
  await made.tenant.tx((t) => grantPlan(t, { planId: 'monthly', source: 'owner', ...limits }))
  return made
}

const usageOf = async ({ tenant }: TestTenant) =>
  (
    await queryAsOwner<{
      tickets: number
      ai_interactions: number
      tickets_told_percent: number
      ai_told_percent: number
    }>(h.database.ownerUrl, 'SELECT * FROM plan_usage WHERE tenant_id = $1 ORDER BY month DESC', [tenant.id])
  )[0]

describe('the number of a ticket', () => {
  const number = ({ tenant }: TestTenant) =>
    tenant.tx(async (t) => (await numberTicket(t, { isCounted: true }, () => undefined)).number)

  it('is 1, 2, 3 … in each business, without gaps, also concurrently', async () => {
    const [acme, other] = [await h.tenant(), await h.tenant()]
    const numbers = await Promise.all(Array.from({ length: 30 }, () => number(acme)))
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
    expect(await number(other)).toBe(1)
    expect(await usageOf(acme)).toMatchObject({ tickets: 30 })
  })

  it('of a rolled-back ticket goes to the next one, and only that is counted', async () => {
    const acme = await h.tenant()
    const failing = acme.tenant.tx(async (t) => {
      await numberTicket(t, { isCounted: true }, () => undefined)
      throw new Error('no ticket after all')
    })
    await expect(failing).rejects.toThrow('no ticket after all')
    expect(await number(acme)).toBe(1)
    expect(await usageOf(acme)).toMatchObject({ tickets: 1 })
  })
})

describe('the tickets of a plan', () => {
  it('[S7] over the limit: a customer’s is kept, marked and answerable; a member’s new one is refused with 402', async () => {
    const acme = await tenantWith({ ticketLimit: 2 })
    const [guest, agent] = [await h.guest(acme), await h.member(acme, 'agent')]
    const submit = () =>
      guest.call(submitTicket, {
        params: { slug: acme.slug },
        body: { id: newId(), name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' },
      })
    const create = () => ({ body: { id: newId(), subject: 'S', description: 'D' } })
    await submit()
    await agent.call(createTicket, create())
    const refused = await agent.fail(createTicket, create())
    expect([refused.status, refused.error.code, refused.error.reason]).toEqual([402, 'plan_limit', 'tickets'])
    const { id } = await submit()
    const { ticket } = await agent.call(getTicket, { params: { ticketId: id } })
    expect(ticket).toMatchObject({ isOverLimit: true, number: 3, can: { reply: true } })
    const { items } = await agent.call(listTickets, {})
    expect(items.map(({ isOverLimit }) => isOverLimit)).toEqual([true, false, false])
  })

  it('[S7] of 200 that members create at once, as many as the limit allows are created', async () => {
    const acme = await tenantWith({ ticketLimit: 7 })
    const agent = await h.member(acme, 'agent')
    const create = () => agent.call(createTicket, { body: { id: newId(), subject: 'S', description: 'D' } })
    const results = await Promise.allSettled(Array.from({ length: 200 }, create))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect(await usageOf(acme)).toMatchObject({ tickets: 7 })
  })

  it('count by billing month, and demo tickets not at all', async () => {
    const acme = await tenantWith({})
    const admin = await h.member(acme, 'admin')
    await admin.call(createDemoTickets, {})
    expect(await usageOf(acme)).toBeUndefined()
    const months = await queryAsOwner<{ start: string; at: string; month: Date }>(
      h.database.ownerUrl,
      `SELECT "start", "at", billing_month("start"::timestamptz, "at"::timestamptz) AS month FROM (VALUES
        ('2026-01-31T10:00:00Z', '2026-02-28T09:59:59Z'), ('2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'),
        ('2026-01-31T10:00:00Z', '2026-03-30T23:00:00Z'), ('2026-01-31T10:00:00Z', '2026-03-31T10:00:00Z'),
        ('2026-01-31T10:00:00Z', '2025-12-01T00:00:00Z'), ('2026-05-15T00:00:00Z', '2027-05-14T23:59:59Z')) v("start", "at")`,
    )
    expect(months.map(({ month }) => month.toISOString().slice(0, 13))).toEqual([
      '2026-01-31T10',
      '2026-02-28T10',
      '2026-02-28T10',
      '2026-03-31T10',
      '2026-01-31T10',
      '2027-04-15T00',
    ])
  })
})

describe('the AI interactions of a plan', () => {
  it('[S7] of 50 at once, as many as the limit allows are counted', async () => {
    const acme = await tenantWith({ aiLimit: 20 })
    const results = await Promise.all(Array.from({ length: 50 }, () => countAiInteraction(acme.tenant)))
    expect(results.filter(Boolean)).toHaveLength(20)
    expect(await usageOf(acme)).toMatchObject({ ai_interactions: 20, ai_told_percent: 100 })
  })

  it('are none where the plan has ended', async () => {
    const acme = await h.tenant()
    const endsAt = new Date(h.platform.clock.now().getTime() - 1000)
    await acme.tenant.tx((t) => grantPlan(t, { planId: 'lifetime', source: 'owner', status: 'canceled', endsAt }))
    expect(await countAiInteraction(acme.tenant)).toBe(false)
  })
})

it('a business is told at 80 and at 100 percent of a limit', () => {
  const told = [0, 3, 4, 5, 6].map((used) => reachedPercent(used, 5))
  expect(told).toEqual([0, 0, 80, 100, 100])
  expect(reachedPercent(3, 0)).toBe(0)
})
