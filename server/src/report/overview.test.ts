import { afterAll, beforeAll, expect, it } from 'vitest'
import { getOverview, listRecentActivity } from '#contracts/report/overview.ts'
import { deleteDemoTickets, rateDemoTicket } from '#contracts/ticket/demo-ticket.ts'
import { getTicket, takeTicket } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { recordActivity } from '#server/tenant/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeTickets } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

it('[S2] without data the overview has the default values, marked as such; with data it has measured ones', async () => {
  const acme = await h.tenant()
  const agent = await h.member(acme)
  const empty = await agent.call(getOverview, {})
  expect(empty.responseSeconds).toMatchObject({ value: 8280, isDefault: true, before: null })
  expect(empty.satisfaction).toMatchObject({ value: 85, isDefault: true, ratings: 0 })
  expect(empty.revenue).toMatchObject({ value: 0, isDefault: false })
  const now = Date.now()
  const ago = (minutes: number) => new Date(now - minutes * 60_000)
  const assigneeId = agent.actor.userId
  await makeTickets(h, acme, [
    { createdAt: ago(60), firstResponseAt: ago(50), assigneeId, status: 'in-progress' },
    { createdAt: ago(60), status: 'waiting' },
    { createdAt: ago(60), resolvedAt: ago(0), rating: 4, ratedAt: ago(0) },
    { createdAt: ago(60), resolvedAt: ago(0), rating: 1, ratedAt: ago(0), isDemo: true },
  ])
  const read = await agent.call(getOverview, {})
  expect(read).toMatchObject({
    activeTickets: { value: 2, before: 0 },
    resolvedToday: { value: 1 },
    responseSeconds: { value: 600, isDefault: false },
    satisfaction: { value: 80, isDefault: false, ratings: 1 },
    statuses: { open: 0, inProgress: 1, waiting: 1, resolved: 1, closed: 0 },
    waiting: { mine: 1, unassigned: 1, breachingSoon: 0 },
  })
  expect(read.activeTickets.line).toHaveLength(14)
  expect(read.activeTickets.line.at(-1)).toBe(2)
})

it('[S4] recent activity is the newest ten entries; an entry about a deleted ticket leads nowhere', async () => {
  const acme = await h.tenant()
  const admin = await h.member(acme, 'admin')
  const [ticketId] = await makeTickets(h, acme, [{ createdAt: new Date(), isDemo: true }])
  await admin.call(takeTicket, { params: { ticketId: ticketId as never }, body: { version: 1 } })
  const [taken] = (await admin.call(listRecentActivity, {})).items
  expect(taken).toMatchObject({ ticketId, actorName: admin.actor.name })
  await admin.call(deleteDemoTickets, {})
  const { items } = await admin.call(listRecentActivity, {})
  expect(items[0]).toMatchObject({ action: 'Demo tickets removed', ticketId: null })
  expect(items.every((entry) => entry.ticketId === null)).toBe(true)
})

it('[S4] an entry that names no subject leads to its ticket by the ticket’s subject', async () => {
  const acme = await h.tenant()
  const admin = await h.member(acme, 'admin')
  const [ticketId] = await makeTickets(h, acme, [{ createdAt: new Date() }])
  await acme.tenant.tx((t) =>
    recordActivity(t, admin.actor, { action: m.activity_ticket_created, type: 'ticket', ticketId: ticketId as never }),
  )
  const [entry] = (await admin.call(listRecentActivity, {})).items
  const { ticket } = await admin.call(getTicket, { params: { ticketId: ticketId as never } })
  expect(entry).toMatchObject({ ticketId, ticketSubject: ticket.subject })
  expect(ticket.subject).not.toBe('')
})

it('[S5] a demo rating gives a finished demo ticket five stars, never a customer’s, and counts in no figure', async () => {
  const acme = await h.tenant()
  const admin = await h.member(acme, 'admin')
  const resolvedAt = new Date()
  const [real] = await makeTickets(h, acme, [{ createdAt: resolvedAt, resolvedAt }])
  expect(await admin.call(rateDemoTicket, {})).toEqual({ ticketId: null })
  await queryAsOwner(h.database.ownerUrl, 'UPDATE ticket SET is_demo = true WHERE id = $1', [real])
  expect(await admin.call(rateDemoTicket, {})).toEqual({ ticketId: real })
  const { ticket } = await admin.call(getTicket, { params: { ticketId: real as never } })
  expect(ticket.rating).toBe(5)
  expect((await admin.call(getOverview, {})).satisfaction.isDefault).toBe(true)
})
