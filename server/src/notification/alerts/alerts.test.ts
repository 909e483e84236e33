import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BulkChangeId, MessageId, TeamId, TicketId } from '#contracts/ids.ts'
import {
  getAlertSummary,
  listAlerts,
  readAlert,
  readAllAlerts,
  readTicketAlerts,
} from '#contracts/notification/alert.ts'
import { setAvailability } from '#contracts/team/staff.ts'
import { createTeam } from '#contracts/team/team.ts'
import { startBulkChange } from '#contracts/ticket/bulk-change.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { reportPresence } from '#contracts/ticket/presence.ts'
import {
  assignTicket,
  createTicket,
  deleteTicket,
  getTicket,
  moveTicket,
  sendTicketMessage,
} from '#contracts/ticket/ticket.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { readOutbox, sinkMailer } from '#server/notification/fixture.ts'
import { assign } from '#server/ticket/commands.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { deleteOldAlerts } from './jobs.ts'

let aheadMs = 0
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sinkMailer(), clock: { now: () => new Date(Date.now() + aheadMs) } } })
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id
type Person = Awaited<ReturnType<Harness['member']>>

async function business() {
  const made = await h.tenant()
  return { made, ann: await h.member(made, 'agent', 'Ann'), bob: await h.member(made, 'agent', 'Bob') }
}

/** A ticket of a customer. */
async function submit(made: TestTenant, subject = 'Left pedal'): Promise<TicketId> {
  const id = newId<TicketId>()
  const body = { id, name: 'Ada', email: 'ada@example.com', subject, description: 'It is loose.' }
  await (await h.guest(made)).call(submitTicket, { params: { slug: made.slug }, body })
  return id
}

async function assignTo(by: Person, ticketId: TicketId, to: Person): Promise<void> {
  const { ticket } = await by.call(getTicket, { params: { ticketId } })
  const body = { assigneeId: to.actor.userId, version: ticket.version }
  await by.call(assignTicket, { params: { ticketId }, body })
}

const note = (by: Person, ticketId: TicketId, body: string) =>
  by.call(sendTicketMessage, { params: { ticketId }, body: { id: newId<MessageId>(), body, visibility: 'note' } })
const shown = async (who: Person) =>
  (await who.call(listAlerts, {})).items.map(({ kind, ticket, count, isRead }) => [
    kind,
    ticket?.subject ?? null,
    count,
    isRead,
  ])
const summary = (who: Person) => who.call(getAlertSummary, {})

describe('alerts of a member', () => {
  test('[T4] are listed newest first with ticket and author, and read on every screen at once', async () => {
    const { made, ann, bob } = await business()
    const [first, second] = [await submit(made, 'First'), await submit(made, 'Second')]
    await assignTo(bob, first, ann)
    aheadMs += 1000
    await note(bob, second, '@Ann, please look')
    expect(await shown(ann)).toEqual([
      ['ticket_mention', 'Second', 1, false],
      ['ticket_assigned', 'First', 1, false],
    ])
    expect(await shown(bob)).toEqual([])
    const { items } = await ann.call(listAlerts, {})
    expect(items[0]).toMatchObject({ byName: 'Bob', ticket: { id: second, customerName: 'Ada' } })
    expect(await summary(ann)).toMatchObject({ unread: 2, inTitle: 2, newest: [{ hasSound: true }, {}] })
    const stream = await ann.stream(streamDesk.path)
    const alertId = items[0]?.id ?? newId()
    expect((await bob.fail(readAlert, { params: { alertId } })).status).toBe(404)
    expect(await ann.call(readAlert, { params: { alertId } })).toMatchObject({ unread: 1, inTitle: 1 })
    await stream.waitFor('alerts.changed', ({ userIds }) => userIds.includes(ann.actor.userId))
    stream.close()
    expect(await ann.call(readTicketAlerts, { params: { ticketId: first } })).toMatchObject({ unread: 0 })
    expect((await shown(ann)).map(([, , , isRead]) => isRead)).toEqual([true, true])
  })

  test('[T4] marked as read all at once stay unread where they came since the list was read', async () => {
    const { made, ann, bob } = await business()
    await note(bob, await submit(made, 'Seen'), '@Ann')
    const { items } = await ann.call(listAlerts, {})
    aheadMs += 1000
    await note(bob, await submit(made, 'Came since'), '@Ann')
    const until = items[0]?.at ?? ''
    expect(await ann.call(readAllAlerts, { body: { until } })).toMatchObject({ unread: 1 })
    expect((await shown(ann)).filter(([, , , isRead]) => !isRead)).toEqual([['ticket_mention', 'Came since', 1, false]])
  })

  test('[T4] come in pages, each once', async () => {
    const { made, ann, bob } = await business()
    for (let n = 0; n < 35; n += 1) {
      aheadMs += 61_000
      await note(bob, await submit(made, `Ticket ${n}`), '@Ann')
    }
    const first = await ann.call(listAlerts, {})
    const second = await ann.call(listAlerts, { query: { cursor: first.nextCursor ?? '' } })
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([30, 5, null])
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(35)
  })

  test('[T4] are none of what a member did themselves', async () => {
    const { made, ann } = await business()
    const owner = await h.member(made, 'owner', 'Olga')
    const ticketId = await submit(made)
    await assignTo(ann, ticketId, ann)
    await note(ann, ticketId, '@Ann, myself')
    await owner.call(createTicket, { body: { id: newId(), subject: 'Made by Olga', description: 'D' } })
    expect(await shown(ann)).toEqual([])
    expect(await shown(owner)).toEqual([['ticket_notification', 'Left pedal', 1, false]])
  })

  test('[T5] are none of a ticket that the member looks at, until they leave it', async () => {
    const { made, ann, bob } = await business()
    const ticketId = await submit(made)
    const stream = await bob.stream(streamDesk.path)
    const look = async (isHere: boolean) => {
      // One that has arrived before is not the one of this report.
      const before = new Set<unknown>(stream.received.map(({ event }) => event))
      await ann.call(reportPresence, { params: { ticketId }, body: { isHere, isTyping: false, seenSeq: 0 } })
      await stream.waitFor('presence', (event) => event.isHere === isHere && !before.has(event))
    }
    await look(true)
    await note(bob, ticketId, '@Ann, seen at once')
    expect(await shown(ann)).toEqual([])
    expect((await readOutbox(made.tenant)).filter(({ type }) => type === 'ticket_mention')).toEqual([])
    await look(false)
    await note(bob, ticketId, '@Ann, elsewhere now')
    await look(true)
    aheadMs += 16_000
    await note(bob, ticketId, '@Ann, gone without a word')
    expect(await shown(ann)).toEqual([['ticket_mention', 'Left pedal', 2, false]])
    stream.close()
  })

  test('[T4] make no sound while the member is away', async () => {
    const { made, ann, bob } = await business()
    await ann.call(setAvailability, { body: { availability: 'away' } })
    await note(bob, await submit(made), '@Ann')
    expect((await summary(ann)).newest).toMatchObject([{ hasSound: false, isListed: true }])
    await ann.call(setAvailability, { body: { availability: 'available' } })
    await note(bob, await submit(made, 'Back again'), '@Ann')
    expect((await summary(ann)).newest.map(({ hasSound }) => hasSound)).toEqual([true, false])
  })

  test('[T4] of a deleted ticket go with it', async () => {
    const { made, ann, bob } = await business()
    const admin = await h.member(made, 'admin')
    const ticketId = await submit(made)
    await assignTo(bob, ticketId, ann)
    for (const status of ['in-progress', 'resolved'] as const) {
      const { ticket } = await admin.call(getTicket, { params: { ticketId } })
      await admin.call(moveTicket, { params: { ticketId }, body: { status, version: ticket.version } })
    }
    expect(await shown(ann)).toHaveLength(1)
    await admin.call(deleteTicket, { params: { ticketId } })
    expect(await shown(ann)).toEqual([])
  })

  test('[T4] are deleted after thirty days, and beyond the newest 500', async () => {
    const { made, ann } = await business()
    const add = (kind: string, count: number, at: Date) =>
      made.tenant.tx((t) =>
        t.sql(
          `INSERT INTO alert (tenant_id, id, user_id, kind, is_listed, is_in_title, has_sound, at, read_at)
           SELECT $1, gen_random_uuid(), $2, $3, true, true, true, $4, $4 FROM generate_series(1, $5)`,
          [t.tenantId, ann.actor.userId, kind, at, count],
        ),
      )
    const now = h.platform.clock.now().getTime()
    await add('report_daily', 3, new Date(now - 31 * 86_400_000))
    await add('report_weekly', 20, new Date(now - 86_400_000))
    await add('key_rejected', 490, new Date(now))
    await deleteOldAlerts.run(h.platform)
    const left = await made.tenant.read((t) =>
      t.sql<{ kind: string; rows: number }>('SELECT kind, count(*)::integer AS rows FROM alert GROUP BY 1 ORDER BY 1'),
    )
    expect(left).toEqual([
      { kind: 'key_rejected', rows: 490 },
      { kind: 'report_weekly', rows: 10 },
    ])
  })
})

describe('many at once', () => {
  test('[T9] assigned by a change of many tickets are one alert with their number, whose sum is right', async () => {
    const { made, ann, bob } = await business()
    const ticketIds: TicketId[] = []
    for (let n = 0; n < 23; n += 1) ticketIds.push(await submit(made, `Ticket ${n}`))
    const actions = [{ type: 'assign_member' as const, assigneeId: ann.actor.userId }]
    await bob.call(startBulkChange, { body: { id: newId<BulkChangeId>(), actions, selection: { ticketIds } } })
    const alerts = async () => (await ann.call(listAlerts, {})).items.map(({ count }) => count)
    await expect.poll(async () => (await alerts()).reduce((sum, count) => sum + count, 0)).toBe(23)
    expect(await alerts()).toEqual([23])
    expect(await summary(ann)).toMatchObject({ unread: 1, newest: [{ count: 23, ticket: null }] })
    aheadMs += 61_000
    await assignTo(bob, await submit(made, 'Later'), ann)
    expect(await shown(ann)).toEqual([
      ['ticket_assigned', 'Later', 1, false],
      ['ticket_assigned', null, 23, false],
    ])
  })

  test('[T5] a ticket for a team of 200 takes as many statements as for a team of three', async () => {
    const statementsFor = async (size: number) => {
      const made = await h.tenant()
      const owner = await h.member(made, 'owner')
      const members = await Promise.all(Array.from({ length: size }, () => makeMember(made.tenant, { role: 'agent' })))
      const teamId = newId<TeamId>()
      const memberIds = members.map(({ actor }) => actor.userId)
      await owner.call(createTeam, { body: { id: teamId, name: 'All', memberIds } })
      const id = await submit(made)
      const { ticket } = await owner.call(getTicket, { params: { ticketId: id } })
      const used = await measureCall(() => assign(made.tenant, owner.actor, id, { version: ticket.version, teamId }))
      const [row] = await made.tenant.read((t) =>
        t.sql<{ alerts: number }>(`SELECT count(*)::integer AS alerts FROM alert WHERE kind = 'ticket_team_assigned'`),
      )
      return { alerts: row?.alerts, statements: used.statements, roundTrips: used.roundTrips }
    }
    const few = await statementsFor(3)
    expect(few.alerts).toBe(3)
    expect(await statementsFor(200)).toEqual({ ...few, alerts: 200 })
  })
})
