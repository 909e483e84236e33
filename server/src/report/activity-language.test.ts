import { afterAll, beforeAll, expect, it } from 'vitest'
import { listRecentActivity } from '#contracts/report/overview.ts'
import { snoozeTicket } from '#contracts/ticket/snooze.ts'
import { changeTicket, getTicket, moveTicket } from '#contracts/ticket/ticket.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeTickets } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

it('[U12] each member reads the activity in their own language, with the names of statuses, fields and times; an older entry as it is stored', async () => {
  const acme = await h.tenant()
  const agent = await h.member(acme)
  const [ticketId] = await makeTickets(h, acme, [{ createdAt: new Date() }])
  const params = { ticketId: ticketId as never }
  const version = async () => (await agent.call(getTicket, { params })).ticket.version
  await agent.call(changeTicket, { params, body: { version: await version(), priority: 'urgent', subject: 'Bell' } })
  await agent.call(moveTicket, { params, body: { version: await version(), status: 'in-progress' } })
  const until = '2999-03-01T12:00:00.000Z'
  await agent.call(snoozeTicket, { params, body: { version: await version(), until } })
  const read = async (language: string) => {
    const client = clientOf(h.url, { ...agent.headers, 'accept-language': language })
    return (await client.call(listRecentActivity, {})).items.map(({ action }) => action)
  }
  expect(await read('en')).toEqual([
    'Snoozed until Mar 1, 2999, 07:00',
    'Ticket status updated to in-progress',
    'Changed Subject to Bell; Priority to Urgent',
  ])
  expect(await read('de')).toEqual([
    'Zurückgestellt bis 01.03.2999, 07:00',
    'Neuer Status des Tickets: in Arbeit',
    'Geändert: Betreff: Bell; Priorität: Dringend',
  ])
  const french = clientOf(h.url, { ...agent.headers, 'accept-language': 'fr' })
  expect((await french.call(getTicket, { params })).activity[1]?.action).toBe((await read('fr'))[1])
  await queryAsOwner(h.database.ownerUrl, 'UPDATE activity_log SET message = NULL WHERE ticket_id = $1', [ticketId])
  expect((await read('de'))[1]).toBe('Ticket status updated to in-progress')
})
