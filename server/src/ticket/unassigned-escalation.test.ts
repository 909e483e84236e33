import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getGuestConversation, requestPerson, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, TicketId } from '#contracts/ids.ts'
import { getPreferences, savePreferences } from '#contracts/notification/preferences.ts'
import { type SettingsChange, saveSettings } from '#contracts/tenant/settings.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket, takeTicket } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { escalateUnassignedTickets } from './jobs.ts'

// A Friday, ten in the morning in New York, the time zone of the test tenants.
const MORNING = Date.parse('2026-03-06T15:00:00Z')
const EVENING = Date.parse('2026-03-06T21:50:00Z')
let now = MORNING
const later = (minutes: number) => {
  now += minutes * 60_000
}

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock: { now: () => new Date(now) } } })
})
beforeEach(() => {
  now = MORNING
})
afterAll(() => h.stop())

type Agent = Awaited<ReturnType<Harness['member']>>

async function escalated(acme: TestTenant): Promise<TicketId> {
  const guest = await h.guest(acme)
  const conversationId = crypto.randomUUID() as ConversationId
  const params = { slug: acme.slug, conversationId }
  await guest.call(startConversation, { params: { slug: acme.slug }, body: { id: conversationId, context: 'general' } })
  await guest.call(requestPerson, { params })
  const { conversation } = await guest.call(getGuestConversation, { params })
  expect(conversation.offer?.reason).toBe('human_requested')
  const id = crypto.randomUUID() as TicketId
  const body = { id, name: 'Jo', email: 'jo@example.com', subject: 'Help', description: 'D', conversationId } as const
  await guest.call(submitTicket, { params: { slug: acme.slug }, body })
  return id
}

const run = () => escalateUnassignedTickets.run(h.platform)
const detail = (agent: Agent, ticketId: TicketId) => agent.call(getTicket, { params: { ticketId } })
const mailTo = async (ticketId: TicketId, type = 'ticket_unassigned'): Promise<string[]> =>
  (
    await queryAsOwner<{ to: string }>(
      h.database.ownerUrl,
      'SELECT "to" FROM email_notification WHERE ticket_id = $1 AND type = $2 ORDER BY 1',
      [ticketId, type],
    )
  ).map(({ to }) => to)

describe('an escalated ticket that nobody takes', () => {
  it('[E3] is mailed to owner and admins once after 15 minutes, with a higher priority and an activity entry', async () => {
    const acme = await h.tenant()
    const [owner, admin, agent] = [
      await h.member(acme, 'owner'),
      await h.member(acme, 'admin'),
      await h.member(acme, 'agent'),
    ]
    const id = await escalated(acme)
    later(14)
    await run()
    expect(await mailTo(id)).toEqual([])
    expect((await detail(agent, id)).ticket.priority).toBe('medium')
    later(2)
    await run()
    await run()
    expect(await mailTo(id)).toEqual([owner.email, admin.email].sort())
    const { ticket, activity } = await detail(agent, id)
    expect(ticket.priority).toBe('high')
    expect(activity[0]?.action).toBe('Nobody took this ticket within 15 minutes: owner and admins were notified')
  })

  it('[E3] is mailed to nobody when it was taken, nor is a ticket that was not escalated', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme, 'agent')
    await h.member(acme, 'owner')
    const id = await escalated(acme)
    const { ticket } = await detail(agent, id)
    await agent.call(takeTicket, { params: { ticketId: id }, body: { version: ticket.version } })
    const guest = await h.guest(acme)
    const plain = crypto.randomUUID() as TicketId
    const body = { id: plain, name: 'Jo', email: 'jo@example.com', subject: 'Help', description: 'D' }
    await guest.call(submitTicket, { params: { slug: acme.slug }, body })
    later(60)
    await run()
    expect(await mailTo(id)).toEqual([])
    expect(await mailTo(plain)).toEqual([])
  })

  it('[E3] waits in business hours only', async () => {
    const acme = await h.tenant()
    await h.member(acme, 'owner')
    // Ten minutes before closing: the rest of the time runs on Monday.
    now = EVENING
    const id = await escalated(acme)
    later(60)
    await run()
    expect(await mailTo(id)).toEqual([])
    now = Date.parse('2026-03-09T13:10:00Z')
    await run()
    expect(await mailTo(id)).toEqual([])
    now = Date.parse('2026-03-09T13:16:00Z')
    await run()
    expect(await mailTo(id)).toHaveLength(1)
  })
})

describe('escalationAlerts', () => {
  /** Who is mailed at once, and after a quarter of an hour, about an escalated ticket of a business with these settings. */
  const alertedBy = async (change: Omit<SettingsChange, 'version'>) => {
    const acme = await h.tenant()
    const [owner, agent] = [await h.member(acme, 'owner'), await h.member(acme, 'agent')]
    await owner.call(saveSettings, { body: { version: 1, ...change } })
    const { choices } = await agent.call(getPreferences, {})
    const chosen = { ...choices, escalation: { ...choices.escalation, mail: true } }
    await agent.call(savePreferences, { body: { choices: chosen, mailRhythm: 'immediately' } })
    const id = await escalated(acme)
    later(16)
    await run()
    const nameOf = (email: string) => (email === owner.email ? 'owner' : 'agent')
    return [await mailTo(id, 'ticket_escalated'), await mailTo(id)].map((all) => all.map(nameOf))
  }

  it('[Y2] on: who chose it is mailed at once, and owners when nobody takes the ticket; off: nobody is', async () => {
    expect(await alertedBy({ notifications: { escalationAlerts: true } })).toEqual([['agent'], ['owner']])
    expect(await alertedBy({ notifications: { escalationAlerts: false } })).toEqual([[], []])
  })

  it('[Y2] are sent without the automatic mail to the customer too, and by a business without hours', async () => {
    expect(await alertedBy({ support: { autoResponse: false } })).toEqual([['agent'], ['owner']])
    now = EVENING + 3_600_000
    const businessInfo = { businessHours: { start: '09:00', end: '17:00', days: [] } }
    expect(await alertedBy({ businessInfo })).toEqual([['agent'], ['owner']])
  })
})
