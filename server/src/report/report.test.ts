import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationId, MessageId, TeamId } from '#contracts/ids.ts'
import {
  type ChatOutcome,
  Dimension,
  exportReport,
  getAssistantReport,
  getTicketReport,
  getTicketReportBy,
  listReportedChats,
} from '#contracts/report/report.ts'
import { createTeam } from '#contracts/team/team.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { listTickets, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { makeAgent } from '#server/agent/fixture.ts'
import { grantPlan } from '#server/billing/service.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type MadeTicket, makeAnsweredChat, makeTickets } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const at = (text: string) => new Date(text)

/** A chat that is in no figure. */
async function demoChat({ tenant }: TestTenant): Promise<ConversationId> {
  const [row] = await queryAsOwner<{ id: ConversationId }>(
    h.database.ownerUrl,
    `INSERT INTO conversation (tenant_id, id, channel, state, is_demo) VALUES ($1, gen_random_uuid(), 'chat', 'ai', true) RETURNING id`,
    [tenant.id],
  )
  return row?.id as ConversationId
}
const HOUR_MS = 3_600_000
const MARCH = { from: '2025-03-01', to: '2025-03-31' }

describe('figures of tickets', () => {
  it('[S6] first response is median, ninth decile and named outliers; demo tickets are in no figure', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const created = at('2025-03-10T10:00:00Z')
    const minutesLater = (minutes: number) => new Date(created.getTime() + minutes * 60_000)
    const answered = [10, 11, 12, 13, 14, 15, 16, 17, 18, 5000].map((minutes): MadeTicket => {
      const resolvedAt = minutes < 13 ? minutesLater(60) : null
      return { createdAt: created, firstResponseAt: minutesLater(minutes), resolvedAt }
    })
    const demo = {
      createdAt: created,
      firstResponseAt: minutesLater(1),
      isDemo: true,
      rating: 1,
      ratedAt: created,
    } as const
    const [slow] = (await makeTickets(h, acme, [...answered, demo, { createdAt: created }])).slice(9)
    const read = await agent.call(getTicketReport, { query: MARCH })
    expect(read.created).toEqual({ value: 11, before: 0 })
    expect(read.firstResponse).toMatchObject({ count: 10, median: { value: 870, before: null } })
    expect(read.firstResponse.outliers).toMatchObject({ count: 1, tickets: [{ id: slow, seconds: 300_000 }] })
    expect(read.resolution).toMatchObject({ count: 3, median: { value: 3600 } })
    expect(read.satisfaction).toEqual({ count: { value: 0, before: 0 }, average: { value: null, before: null } })
    expect(read.backlog).toEqual({ value: 8, before: 0 })
  })

  it('[S6] a period is days of the business’s time zone, compared with the equally long period before', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    await queryAsOwner(
      h.database.ownerUrl,
      `UPDATE tenant SET business_info = jsonb_set(business_info, '{timezone}', '"America/New_York"') WHERE id = $1`,
      [acme.tenant.id],
    )
    await makeTickets(h, acme, [
      { createdAt: at('2025-03-10T03:59:00Z') },
      { createdAt: at('2025-03-10T04:00:00Z'), rating: 4, ratedAt: at('2025-03-10T12:00:00Z') },
      { createdAt: at('2025-03-09T12:00:00Z'), rating: 2, ratedAt: at('2025-03-09T20:00:00Z') },
    ])
    const day = { from: '2025-03-10', to: '2025-03-10' }
    const read = await agent.call(getTicketReport, { query: day })
    expect(read.period).toMatchObject({ start: '2025-03-10T04:00:00.000Z', previous: { from: '2025-03-09' } })
    expect(read.created).toEqual({ value: 1, before: 2 })
    expect(read.satisfaction.average).toEqual({ value: 4, before: 2 })
    expect(read.hours).toEqual([{ weekday: 1, hour: 0, created: 1 }])
    await queryAsOwner(
      h.database.ownerUrl,
      `UPDATE tenant SET business_info = jsonb_set(business_info, '{timezone}', '"Asia/Kolkata"') WHERE id = $1`,
      [acme.tenant.id],
    )
    // The clocks of India are five and a half hours ahead.
    const inIndia = await agent.call(getTicketReport, { query: day })
    expect(inIndia.hours).toEqual([{ weekday: 1, hour: 9, created: 2 }])
    const wrong = await agent.raw('/api/reports/tickets?from=2025-03-10&to=2025-03-09')
    expect(wrong.status).toBe(400)
  })

  it('[S6] the first response is the assistant’s from the customer’s first message on, or a person’s', async () => {
    const acme = await h.tenant()
    const [agent, guest] = [await h.member(acme), await h.guest(acme)]
    const { agentId } = await makeAgent(acme.tenant, await demoChat(acme))
    const startedAt = new Date(Date.now() - 5 * 60_000)
    const answeredAt = new Date(startedAt.getTime() + 90_000)
    const { guestId } = guest.actor
    const conversationId = await makeAnsweredChat(h, acme, { guestId, agentId, startedAt, answeredAt })
    const form = { name: 'Ada', email: 'ada@example.com', subject: 'A', description: 'B', category: '' }
    const submit = async (more: object) => {
      const body = { ...form, ...more, id: crypto.randomUUID() } as never
      return (await guest.call(submitTicket, { params: { slug: acme.slug }, body })).id
    }
    await submit({ conversationId })
    const ticketId = await submit({})
    const read = async () => (await agent.call(getTicketReport, { query: { last: 2 } })).firstResponse
    expect(await read()).toMatchObject({ count: 1, median: { value: 90 } })
    const body = { id: crypto.randomUUID() as MessageId, body: 'We look.', visibility: 'public' as const, fileIds: [] }
    await agent.call(sendTicketMessage, { params: { ticketId }, body })
    expect(await read()).toMatchObject({ count: 2 })
  })

  it('[S6] a plan without analytics gives no figures, and says which plan has them', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    await acme.tenant.tx((t) => grantPlan(t, { planId: 'basic', source: 'owner' }))
    for (const path of [
      'tickets',
      'tickets/by?dimension=team',
      'assistant',
      'assistant/chats?outcome=person',
      'export',
    ]) {
      const refused = await agent.raw(`/api/reports/${path}`)
      expect([refused.status, await refused.json()]).toMatchObject([402, { error: { code: 'plan_limit' } }])
    }
  })

  it('[S6] rows add up: every figure is the number of tickets that its link lists, for random tickets', async () => {
    const acme = await h.tenant()
    const [agent, other] = [await h.member(acme), await h.member(acme)]
    const { id: teamId } = await (await h.member(acme, 'admin')).call(createTeam, {
      body: { id: crypto.randomUUID() as TeamId, name: 'Second line', memberIds: [] },
    })
    const { next: random, pick } = seededRandom('reports')
    const begin = Date.parse('2025-02-20T00:00:00Z')
    const tickets = Array.from({ length: 90 }, (): MadeTicket => {
      const createdAt = new Date(begin + random() * 50 * 24 * HOUR_MS)
      const later = () => new Date(createdAt.getTime() + random() * 400 * HOUR_MS)
      const resolvedAt = random() < 0.6 ? later() : null
      const isRated = resolvedAt !== null && random() < 0.5
      return {
        createdAt,
        resolvedAt,
        status: resolvedAt ? pick(['resolved', 'closed']) : pick(['open', 'in-progress', 'waiting']),
        firstResponseAt: random() < 0.7 ? later() : null,
        ...(isRated ? { rating: pick([1, 3, 5]), ratedAt: new Date(resolvedAt.getTime() + HOUR_MS) } : {}),
        source: pick(['chat', 'guest_portal', 'customer_portal', 'desk', 'email']),
        category: pick(['general', '=billing, "late"', 'technical']),
        assigneeId: pick([null, agent.actor.userId, other.actor.userId]),
        teamId: pick([null, teamId]),
        utmSource: pick([null, 'website', 'email']),
        isDemo: random() < 0.1,
      }
    })
    await makeTickets(h, acme, tickets)
    const read = await agent.call(getTicketReport, { query: MARCH })
    const { start: from, end: before } = read.period
    const count = async (query: Record<string, unknown>) =>
      (await agent.call(listTickets, { query: { ...query, limit: 100 } as never })).items.length
    expect(await count({ dated: 'created', from, before })).toBe(read.created.value)
    expect(await count({ dated: 'answered', from, before })).toBe(read.firstResponse.count)
    expect(await count({ dated: 'resolved', from, before })).toBe(read.resolved.value)
    expect(await count({ dated: 'rated', from, before })).toBe(read.satisfaction.count.value)
    expect(await count({ dated: 'unfinished', before })).toBe(read.backlog.value)
    expect(await count({ dated: 'unfinished', before: from })).toBe(read.backlog.before)
    const sum = (of: readonly { created: number }[]) => of.reduce((all, { created }) => all + created, 0)
    expect(sum(read.days)).toBe(read.created.value)
    expect(sum(read.hours)).toBe(read.created.value)
    expect(read.days.at(-1)?.backlog).toBe(read.backlog.value)
    for (const { weekday, hour, created } of read.hours.slice(0, 12)) {
      const cell = { hour: `${weekday}-${hour}@${read.period.timezone}` }
      expect(await count({ dated: 'created', from, before, ...cell })).toBe(created)
    }
    for (const [n, day] of read.days.entries()) {
      if (n % 6 > 0) continue
      const span = { from: day.start, before: read.days[n + 1]?.start ?? before }
      expect(await count({ dated: 'created', ...span })).toBe(day.created)
      expect(await count({ dated: 'resolved', ...span })).toBe(day.resolved)
      expect(await count({ dated: 'unfinished', ...span })).toBe(day.backlog)
    }
    const filterOf = {
      agent: (key: string | null) => ({ assignees: [key ?? 'none'] }),
      team: (key: string | null) => ({ teams: [key ?? 'none'] }),
      category: (key: string | null) => ({ categories: [key] }),
      channel: (key: string | null) => ({ channels: [key] }),
      source: (key: string | null) => ({ sources: [key] }),
      link: (key: string | null) => ({ utmSources: [key ?? 'none'] }),
    }
    for (const dimension of Dimension.options) {
      const { rows } = await agent.call(getTicketReportBy, { query: { ...MARCH, dimension } })
      expect(sum(rows)).toBe(read.created.value)
      expect(rows.reduce((all, { resolved }) => all + resolved, 0)).toBe(read.resolved.value)
      expect(rows.reduce((all, { ratings }) => all + ratings, 0)).toBe(read.satisfaction.count.value)
      for (const { key, created, resolved, ratings } of rows) {
        const filter = { from, before, ...filterOf[dimension](key) }
        expect(await count({ dated: 'created', ...filter })).toBe(created)
        expect(await count({ dated: 'resolved', ...filter })).toBe(resolved)
        expect(await count({ dated: 'rated', ...filter })).toBe(ratings)
      }
    }
    const csv = await (await agent.raw(`${exportReport.path}?from=2025-03-01&to=2025-03-31&by=category`)).text()
    expect(csv).toContain(`"'=billing, ""late"""`)
  })
})

describe('AI resolutions', () => {
  it('[S6] are confirmed or assumed, and the credit is taken back when the customer returns within seven days', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const started = at('2025-03-10T10:00:00Z')
    const later = (days: number) => new Date(started.getTime() + days * 24 * HOUR_MS)
    const guestIds = await Promise.all(Array.from({ length: 5 }, async () => (await h.guest(acme)).actor.guestId))
    const base = { startedAt: started, answeredAt: new Date(started.getTime() + 60_000) }
    const { agentId } = await makeAgent(acme.tenant, await demoChat(acme))
    const chat = (n: number, more: object = {}) =>
      makeAnsweredChat(h, acme, { ...base, guestId: guestIds[n] as string, agentId, ...more })
    const confirmed = await chat(0, { helpful: true })
    const assumed = await chat(1)
    const returned = await chat(2, { helpful: true })
    await chat(2, { startedAt: later(6.9), answeredAt: later(40) })
    const inTime = await chat(3)
    await chat(3, { startedAt: later(7.1), answeredAt: later(40) })
    const unhelpful = await chat(4, { helpful: false })
    const read = await agent.call(getAssistantReport, { query: MARCH })
    expect(read.outcomes).toEqual({
      confirmed: { value: 1, before: 0 },
      assumed: { value: 2, before: 0 },
      returned: { value: 1, before: 0 },
      person: { value: 1, before: 0 },
    })
    expect(read.share).toEqual({ value: 0.6, before: null })
    const expected = { confirmed: [confirmed], assumed: [assumed, inTime], returned: [returned], person: [unhelpful] }
    for (const [outcome, ids] of Object.entries(expected)) {
      const query = { ...MARCH, outcome: outcome as ChatOutcome }
      const { items } = await agent.call(listReportedChats, { query })
      expect(items.map(({ conversationId }) => conversationId).sort()).toEqual([...ids].sort())
    }
  })
})
