import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, GuestId, MessageId, TicketId } from '#contracts/ids.ts'
import { confirmEmail, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket, moveTicket } from '#contracts/ticket/ticket.ts'
import { getConversation } from '#server/conversation/service.ts'
import { upsertClaimedCustomer } from '#server/customer/service.ts'
import { system } from '#server/platform/actor.ts'
import { lockTenant } from '#server/tenant/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { waitingForMe } from '#test/lock-waits.ts'
import { confirmationToken } from './email-confirmation.ts'
import { findTicket } from './queries.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

it('customers’ messages and members’ changes of one ticket at the same moment never deadlock', async () => {
  const acme = await h.tenant()
  const [guest, agent] = [await h.guest(acme), await h.member(acme)]
  const conversationId = crypto.randomUUID() as ConversationId
  const ticketId = crypto.randomUUID() as TicketId
  const { slug } = acme
  await guest.call(startConversation, { params: { slug }, body: { id: conversationId, context: 'general' } })
  const form = { id: ticketId, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D', conversationId }
  await guest.call(submitTicket, { params: { slug }, body: form })

  const write = (n: number) =>
    guest.call(sendGuestMessage, {
      params: { slug, conversationId },
      body: { id: crypto.randomUUID() as MessageId, body: `message ${n}`, fileIds: [] },
    })
  const move = async () => {
    const { ticket } = await agent.call(getTicket, { params: { ticketId } })
    const status = ticket.can.moveTo.find((step) => step !== 'resolved') ?? 'open'
    const body = { version: ticket.version, status }
    return agent.call(moveTicket, { params: { ticketId }, body }).catch((error: { status: number }) => error.status)
  }
  const again = async (run: (n: number) => Promise<unknown>) => {
    const results: unknown[] = []
    for (let n = 0; n < 25; n += 1) results.push(await run(n))
    return results
  }
  const results = (await Promise.all([again(move), again(move), again(write), again(write), again(write)])).flat()
  // A step may meet a newer version (409); no request may fail on a lock.
  expect(results.filter((one) => typeof one === 'number' && one !== 409)).toEqual([])
}, 120_000)

it('a confirmation of an e-mail waits for a form of the same guest that is being stored, and keeps nothing that it needs', async () => {
  const acme = await h.tenant()
  const guest = await h.guest(acme)
  const { slug } = acme
  const id = crypto.randomUUID() as TicketId
  const form = { id, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
  await guest.call(submitTicket, { params: { slug }, body: form })
  const row = await acme.tenant.read((t) => findTicket(t, id))
  const body = { token: confirmationToken(h.platform, row!, new Date()) }
  const { guestId } = (await acme.tenant.read((t) => getConversation(t, system, row!.conversationId))) as {
    guestId: GuestId
  }
  // What a form does, in its order, with the confirmation between its first lock and its last.
  const confirming = await acme.tenant.tx(async (t) => {
    await upsertClaimedCustomer(t, guestId, { ...form, at: t.now })
    const confirmed = guest.call(confirmEmail, { params: { slug }, body })
    confirmed.catch(() => undefined)
    await vi.waitFor(async () => expect(await waitingForMe(t)).toBe(1), { timeout: 60_000 })
    await lockTenant(t)
    return { confirmed }
  })
  expect(await confirming.confirmed).toMatchObject({ conversationId: row?.conversationId })
}, 120_000)
