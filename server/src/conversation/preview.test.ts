import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listGuestConversations,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket, takeTicket } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

describe('the preview of a conversation', () => {
  it('[U3] is its last text: no value of a system message replaces it', async () => {
    const acme = await h.tenant()
    const [guest, agent] = [await h.guest(acme), await h.member(acme)]
    const conversationId = crypto.randomUUID() as ConversationId
    const ticketId = crypto.randomUUID() as TicketId
    const { slug } = acme
    const preview = async () => (await guest.call(listGuestConversations, { params: { slug } })).items[0]?.preview
    await guest.call(startConversation, { params: { slug }, body: { id: conversationId, context: 'general' } })
    const form = { id: ticketId, conversationId, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
    await guest.call(submitTicket, { params: { slug }, body: form })
    const body = { id: crypto.randomUUID() as MessageId, body: 'My chain\njumps.', fileIds: [] }
    await guest.call(sendGuestMessage, { params: { slug, conversationId }, body })
    expect(await preview()).toBe('My chain jumps.')
    const { ticket } = await agent.call(getTicket, { params: { ticketId } })
    await agent.call(takeTicket, { params: { ticketId }, body: { version: ticket.version } })
    expect(await preview()).toBe('My chain jumps.')
  })
})
