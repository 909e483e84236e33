import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getSnoozeTimes, snoozeTicket, wakeTicket } from '#contracts/ticket/snooze.ts'
import { getTicket, listTickets, moveTicket, takeTicket } from '#contracts/ticket/ticket.ts'
import { getTicketCounters } from '#contracts/ticket/ticket-counters.ts'
import { wakeSnoozed } from '#server/ticket/jobs.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

// A Friday, ten in the morning in New York, the time zone of the test tenants.
const MORNING = Date.parse('2026-03-06T15:00:00Z')
let now = MORNING
let h: Harness
let acme: TestTenant
let guest: Awaited<ReturnType<Harness['guest']>>
let agent: Awaited<ReturnType<Harness['member']>>
beforeAll(async () => {
  h = await startHarness({ overrides: { clock: { now: () => new Date(now) } } })
})
beforeEach(async () => {
  now = MORNING
  acme = await h.tenant()
  guest = await h.guest(acme)
  agent = await h.member(acme, 'agent', 'Ann')
})
afterAll(() => h.stop())

async function newTicket() {
  const ticketId = crypto.randomUUID() as TicketId
  const params = { ticketId }
  const body = { id: ticketId, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
  const { conversationId } = await guest.call(submitTicket, { params: { slug: acme.slug }, body })
  const detail = () => agent.call(getTicket, { params })
  const version = async () => (await detail()).ticket.version
  return {
    detail,
    snooze: async (until: string) => agent.call(snoozeTicket, { params, body: { version: await version(), until } }),
    wake: async () => agent.call(wakeTicket, { params, body: { version: await version() } }),
    take: async () => agent.call(takeTicket, { params, body: { version: await version() } }),
    resolve: async () => agent.call(moveTicket, { params, body: { version: await version(), status: 'resolved' } }),
    write: () =>
      guest.call(sendGuestMessage, {
        params: { slug: acme.slug, conversationId },
        body: { id: crypto.randomUUID() as MessageId, body: 'hello', fileIds: [] },
      }),
    actions: async () => (await detail()).activity.map(({ action }) => action),
  }
}

const listed = async (query = {}) => (await agent.call(listTickets, { query: { limit: 100, ...query } })).items.length
const inOneHour = () => new Date(now + 3_600_000).toISOString()

describe('a snoozed ticket', () => {
  it('[T11] leaves list and counters until its time, and wakes once when two processes look for it', async () => {
    const ticket = await newTicket()
    const until = inOneHour()
    expect(await ticket.snooze(until)).toMatchObject({ snoozedUntil: until, snoozedUntilReply: false })
    expect([await listed(), await listed({ snoozed: 'yes' })]).toEqual([0, 1])
    expect((await agent.call(getTicketCounters)).open).toBe(0)
    now += 3_599_000
    await wakeSnoozed.run(h.platform)
    expect(await listed()).toBe(0)
    now += 1000
    await Promise.all([wakeSnoozed.run(h.platform), wakeSnoozed.run(h.platform)])
    expect([await listed(), (await agent.call(getTicketCounters)).open]).toEqual([1, 1])
    const woken = (await ticket.actions()).filter((action) => action.startsWith('The snooze ended'))
    expect(woken).toEqual(['The snooze ended: its time has come'])
    expect((await ticket.detail()).ticket).toMatchObject({
      snoozedUntil: null,
      lastMessageAt: new Date(now).toISOString(),
    })
  })

  it.each(['reply', new Date(MORNING + 3_600_000).toISOString()])(
    '[T11] until %s wakes by the customer’s reply',
    async (until) => {
      const ticket = await newTicket()
      await ticket.snooze(until)
      expect(await listed()).toBe(0)
      await ticket.write()
      expect(await listed()).toBe(1)
      expect((await ticket.detail()).ticket).toMatchObject({ snoozedUntil: null, snoozedUntilReply: false })
      expect(await ticket.actions()).toContain('The snooze ended: the customer replied')
    },
  )

  it('[T11] that waits for a reply alone has no time at which it wakes', async () => {
    const ticket = await newTicket()
    await ticket.snooze('reply')
    now += 86_400_000
    await wakeSnoozed.run(h.platform)
    expect(await listed()).toBe(0)
  })

  it('[T11] is woken by a member, and ends with the ticket', async () => {
    const ticket = await newTicket()
    await ticket.take()
    await ticket.snooze('reply')
    expect((await ticket.wake()).snoozedUntilReply).toBe(false)
    await ticket.snooze(inOneHour())
    expect(await ticket.resolve()).toMatchObject({ status: 'resolved', snoozedUntil: null })
  })

  it('[T11] is refused into the past, and once the ticket is finished, with a sentence', async () => {
    const ticket = await newTicket()
    const past = new Date(now - 1000).toISOString()
    await expect(ticket.snooze(past)).rejects.toMatchObject({
      status: 400,
      error: { fields: { until: 'This time has passed. Choose one that is still to come.' } },
    })
    await ticket.take()
    await ticket.resolve()
    await expect(ticket.snooze('reply')).rejects.toMatchObject({
      status: 409,
      error: { message: 'Only an unfinished ticket can be snoozed. Reopen this one first.' },
    })
  })
})

describe('the times offered for a snooze', () => {
  const times = () => agent.call(getSnoozeTimes)

  it('[T11] are on the clocks of the business, also where they change between', async () => {
    // Sunday 8 March is the change to daylight saving in New York.
    expect(await times()).toEqual({
      timezone: 'America/New_York',
      laterToday: '2026-03-06T18:00:00.000Z',
      tomorrow: '2026-03-07T14:00:00.000Z',
      nextWeek: '2026-03-09T13:00:00.000Z',
    })
  })

  it('[T11] leave out “later today” in the evening, and on a Monday name the next one', async () => {
    now = Date.parse('2026-03-10T02:30:00Z')
    expect(await times()).toMatchObject({ laterToday: null, nextWeek: '2026-03-16T13:00:00.000Z' })
  })
})
