import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket, moveTicket } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness } from '#test/harness.ts'

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
