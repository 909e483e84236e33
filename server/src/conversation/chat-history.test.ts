import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listChatHistory } from '#contracts/conversation/chat-history.ts'
import { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId } from '#contracts/ids.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { times } from '#test/proof/concurrent-requests.ts'
import { startChat, submitForm } from '#test/proof/full-tenant.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const id = () => crypto.randomUUID() as never

describe('the chat history', () => {
  it('[U7] lists the chats in which the guest wrote, with who answered; neither a bare greeting, nor a form, nor a stranger’s', async () => {
    const acme = await h.tenant()
    const params = { slug: acme.slug }
    const [guest, stranger] = [await h.guest(acme), await h.guest(acme)]
    await guest.call(startConversation, { params, body: { id: id(), context: 'billing' } })
    await submitForm(guest, acme.slug)
    const chat = await startChat(guest, acme.slug)
    const ticketId = await submitForm(guest, acme.slug, chat.conversationId)
    const member = await h.member(acme, 'agent', 'Jo Park')
    const body = { id: id() as MessageId, body: 'It is on its way.', visibility: 'public' as const, fileIds: [] }
    await member.call(sendTicketMessage, { params: { ticketId }, body })
    await startChat(stranger, acme.slug)
    const { items } = await guest.call(listChatHistory, { params })
    expect(items).toMatchObject([
      { id: chat.conversationId, context: 'general', preview: 'It is on its way.', people: ['Jo Park'] },
    ])
    expect(Date.parse(items[0]?.endedAt ?? '')).toBeGreaterThan(Date.parse(items[0]?.startedAt ?? ''))
  })

  it('[U7] is paged, the chat that last changed first', async () => {
    const acme = await h.tenant()
    const params = { slug: acme.slug }
    const guest = await h.guest(acme)
    const started: string[] = []
    for (const _ of times(22)) started.unshift((await startChat(guest, acme.slug)).conversationId)
    const first = await guest.call(listChatHistory, { params })
    expect(first.items.length).toBe(20)
    const second = await guest.call(listChatHistory, { params, query: { cursor: first.nextCursor ?? '' } })
    expect(second).toMatchObject({ nextCursor: null })
    const listed = [...first.items, ...second.items].map((chat) => chat.id as string)
    expect(listed.toSorted()).toEqual(started.toSorted())
  })
})
