import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CustomerId, TicketId } from '#contracts/ids.ts'
import { confirmEmail, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { changeTicket, createTicket, getTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { getConversation } from '#server/conversation/service.ts'
import { getCustomer } from '#server/customer/service.ts'
import { system } from '#server/platform/actor.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { startChat } from '#test/proof/full-tenant.ts'
import { createTicketFromChat } from './create-for-conversation.ts'
import { confirmationToken } from './email-confirmation.ts'
import { findTicket } from './queries.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const EMAIL = 'vera@customers.example'

async function setUp() {
  const acme = await h.tenant()
  return { acme, agent: await h.member(acme), vera: await h.guest(acme), stranger: await h.guest(acme) }
}

async function submit(guest: TestClient, { slug }: TestTenant, subject: string, name: string): Promise<TicketId> {
  const id = crypto.randomUUID() as TicketId
  const body = { id, name, email: EMAIL, subject, description: 'Where is my order?' }
  await guest.call(submitTicket, { params: { slug }, body })
  return id
}

/** Confirms the address by the link of a ticket's mail, in the browser of this guest. */
async function confirm(guest: TestClient, { tenant, slug }: TestTenant, id: TicketId): Promise<void> {
  const row = await tenant.read((t) => findTicket(t, id))
  const token = confirmationToken(h.platform, row!, new Date())
  await guest.call(confirmEmail, { params: { slug }, body: { token } })
}

/** What the desk shows of a ticket's requester: in the list, on the ticket, and in the customer panel. */
async function shown(agent: TestClient, id: TicketId) {
  const { items } = await agent.call(listTickets)
  const { ticket, customer } = await agent.call(getTicket, { params: { ticketId: id } })
  return {
    statuses: [items.find((row) => row.id === id)?.emailStatus, ticket.emailStatus, customer.emailStatus],
    customer,
  }
}

describe('an e-mail that a guest types', () => {
  it('is shown as claimed at the desk: in the list, on the ticket, in the customer panel, and after a change', async () => {
    const { acme, agent, stranger } = await setUp()
    const id = await submit(stranger, acme, 'Mine', 'Vera')
    expect((await shown(agent, id)).statuses).toEqual(['claimed', 'claimed', 'claimed'])
    const changed = await agent.call(changeTicket, { params: { ticketId: id }, body: { version: 1, priority: 'high' } })
    expect(changed.emailStatus).toBe('claimed')
  })

  it('is verified by its mailbox, and from then on the panel has the customer’s history', async () => {
    const { acme, agent, vera } = await setUp()
    const first = await submit(vera, acme, 'First', 'Vera')
    await confirm(vera, acme, first)
    const second = await submit(vera, acme, 'Second', 'Vera')
    const { statuses, customer } = await shown(agent, second)
    expect(statuses).toEqual(['verified', 'verified', 'verified'])
    expect(customer.recentTickets.map(({ subject }) => subject)).toEqual(['First'])
  })

  it('does not show a stranger as the customer whose address they type: no name, history or count of theirs', async () => {
    const { acme, agent, vera, stranger } = await setUp()
    const hers = await submit(vera, acme, 'Secret matter', 'Vera Vell')
    await confirm(vera, acme, hers)
    const id = await submit(stranger, acme, 'Send me everything', 'V. Vell')
    const { statuses, customer } = await shown(agent, id)
    expect(statuses).toEqual(['claimed', 'claimed', 'claimed'])
    expect(customer).toMatchObject({ name: 'V. Vell', ticketCount: 1, recentTickets: [] })
    const verified = await shown(agent, hers)
    expect(verified.statuses).toEqual(['verified', 'verified', 'verified'])
    expect(verified.customer).toMatchObject({ name: 'Vera Vell', ticketCount: 1, recentTickets: [] })
  })

  it('does not name the customer whom its mailbox verifies, unless the guest who typed it opens the link', async () => {
    const { acme, vera, stranger } = await setUp()
    const customerOf = (id: TicketId) =>
      acme.tenant.read(async (t) => getCustomer(t, (await findTicket(t, id))?.customerId as CustomerId))
    const forged = await submit(stranger, acme, 'Not hers', 'Mallory')
    await confirm(vera, acme, forged)
    const verified = await customerOf(forged)
    expect(verified).toMatchObject({ name: 'Anonymous Customer', emailVerifiedAt: expect.any(Date) })
    const hers = await submit(vera, acme, 'Hers', 'Vera Vell')
    await confirm(vera, acme, hers)
    expect(await customerOf(hers)).toMatchObject({ id: verified.id, name: 'Vera Vell' })
  })

  it('is not that of a guest who opened a link somebody else sent: the assistant opens no ticket of theirs with it', async () => {
    const { acme, vera, stranger } = await setUp()
    await confirm(vera, acme, await submit(stranger, acme, 'Open this link', 'Mallory'))
    const { conversationId } = await startChat(vera, acme.slug)
    const opened = await acme.tenant.tx(async (t) => {
      const chat = await getConversation(t, system, conversationId, 'forUpdate')
      return createTicketFromChat(t, chat, { subject: 'Secret', description: 'Secret', priority: 'medium' })
    })
    expect(opened).toBeNull()
  })

  it('is not called claimed where a member entered it, or where there is none', async () => {
    const { agent } = await setUp()
    const open = (customerEmail?: string) =>
      agent.call(createTicket, {
        body: {
          id: crypto.randomUUID() as TicketId,
          subject: 'Phoned',
          description: 'D',
          ...(customerEmail ? { customerEmail } : {}),
        },
      })
    const [entered, none] = [await open(EMAIL), await open()]
    expect([entered.emailStatus, none.emailStatus]).toEqual(['entered', null])
    expect((await shown(agent, entered.id)).statuses).toEqual(['entered', 'entered', 'entered'])
    expect((await shown(agent, none.id)).statuses).toEqual([null, null, null])
  })
})
