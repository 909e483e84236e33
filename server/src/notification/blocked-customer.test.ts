import { afterAll, beforeAll, expect, it } from 'vitest'
import { setCustomerBlock } from '#contracts/customer/customer.ts'
import type { CustomerId, TicketId } from '#contracts/ids.ts'
import { createTicket, getTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { readOutbox, sinkMailer } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sinkMailer() } })
})
afterAll(() => h.stop())

it('[C1] a reply to a blocked customer stays in the ticket, is not mailed, and the ticket says so; after the block it is mailed again', async () => {
  const acme = await h.tenant()
  const agent = await h.member(acme)
  const params = { ticketId: crypto.randomUUID() as TicketId }
  const customerEmail = 'jo@example.com'
  const given = { id: params.ticketId, subject: 'Lamp', description: 'Dark', customerName: 'Jo', customerEmail }
  await agent.call(createTicket, { body: given })
  const { customer } = await agent.call(getTicket, { params })
  const customerId = customer.id as CustomerId
  const block = (isBlocked: boolean) => agent.call(setCustomerBlock, { params: { customerId }, body: { isBlocked } })
  const reply = async (body: string) => {
    const message = { id: crypto.randomUUID() as never, body, visibility: 'public' as const }
    await agent.call(sendTicketMessage, { params, body: message })
    return (await readOutbox(acme.tenant)).filter(({ to, type }) => to === customerEmail && type === 'ticket_reply')
      .length
  }
  expect(await reply('First')).toBe(1)
  await block(true)
  expect(await reply('Second')).toBe(1)
  const blocked = await agent.call(getTicket, { params })
  expect(blocked.customer.isBlocked).toBe(true)
  expect(blocked.thread.messages.map(({ body }) => body)).toContain('Second')
  expect(blocked.activity.map(({ action }) => action)).toContain('No email sent: Jo is blocked')
  await block(false)
  expect(await reply('Third')).toBe(2)
})
