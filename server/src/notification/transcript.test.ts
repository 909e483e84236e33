import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import { mailTranscript } from '#contracts/conversation/transcript.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { listOutbox } from '#contracts/notification/outbox.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({})
})
afterAll(() => h.stop())

const uuid = <Id>() => crypto.randomUUID() as Id

/** A chat that became a ticket, with a reply and a note of the team. */
async function chat() {
  const acme = await h.tenant('Acme')
  const guest = await h.guest(acme)
  const agent = await h.member(acme, 'owner')
  const { slug } = acme
  const id = uuid<ConversationId>()
  const params = { slug, conversationId: id }
  await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  await guest.call(sendGuestMessage, {
    params,
    body: { id: uuid<MessageId>(), body: 'My parcel is lost', fileIds: [] },
  })
  const ticketId = uuid<TicketId>()
  const email = `jo-${ticketId.slice(0, 8)}@example.com`
  const form = { id: ticketId, name: 'Jo', email, subject: 'S', description: 'D' }
  await guest.call(submitTicket, { params: { slug }, body: { ...form, conversationId: id } })
  const write = (body: string, visibility: 'public' | 'note') =>
    agent.call(sendTicketMessage, {
      params: { ticketId },
      body: { id: uuid<MessageId>(), body, visibility, fileIds: [] },
    })
  await write('It leaves tomorrow', 'public')
  await write('He calls every day', 'note')
  const path = `/api/portal/${slug}/conversations/${id}/transcript`
  return { acme, guest, agent, params, path, email, ticketId }
}

it('[H1] a chat is downloaded as its customer sees it, without notes, and by nobody else', async () => {
  const { acme, guest, path } = await chat()
  const response = await guest.raw(path)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="chat-\d{4}-\d\d-\d\d\.txt"$/)
  const text = await response.text()
  expect(text).toMatch(/^Chat with Acme\n/)
  for (const part of ['My parcel is lost', 'It leaves tomorrow', 'joined the chat']) expect(text).toContain(part)
  expect(text).not.toContain('every day')
  expect((await (await h.guest(acme)).raw(path)).status).toBe(404)
})

it('[H1] a chat is mailed to the confirmed address only, three times an hour', async () => {
  const { guest, agent, params, email } = await chat()
  const refused = await guest.fail(mailTranscript, { params })
  expect([refused.status, refused.error.reason]).toEqual([409, 'unverified'])
  await queryAsOwner(
    h.database.ownerUrl,
    'UPDATE customer SET claimed_by = NULL, email_verified_at = now() WHERE email = $1',
    [email],
  )
  expect(await guest.call(mailTranscript, { params })).toEqual({ to: email })
  const { items } = await agent.call(listOutbox, { query: {} })
  expect(items.filter(({ kind }) => kind === 'chat_transcript')).toMatchObject([
    { to: email, subject: 'Chat with Acme' },
  ])
  for (let count = 2; count <= 3; count += 1) await guest.call(mailTranscript, { params })
  expect((await guest.fail(mailTranscript, { params })).status).toBe(429)
})
