import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { listTranslations, translateMessage } from '#contracts/assistant/message-translation.ts'
import { getGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { measureRequest } from '#test/database-use.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { makeChatWithTicket, translationsAsked } from './fixture.ts'
import { insertTranslation } from './queries.ts'

let h: Harness
let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: standin.url, ALLOW_LOCAL_MODELS: 'true' } })
})
afterEach(() => standin.reset())
afterAll(async () => {
  await h.stop()
  await standin.stop()
})

const uuid = <Id>() => crypto.randomUUID() as Id
const GERMAN = 'Mein Fahrrad wurde leider noch nicht geliefert. Wann kommt es endlich an?'
const ENGLISH = 'My bicycle has not been delivered yet. When will it arrive?'

const asked = () => translationsAsked(standin)

/** A German chat that became a ticket. */
async function withGermanChat() {
  const chat = await makeChatWithTicket(h, GERMAN)
  const { agent, messageId, ticketId } = chat
  const list = (by = agent) => by.call(listTranslations, { params: { ticketId }, query: { language: 'en' } })
  const translate = { params: { ticketId, messageId }, body: { language: 'en' as const } }
  return { ...chat, list, translate }
}

it('[U12] a customer’s German message is translated for the member once and stored; a colleague gets the stored one', async () => {
  const { acme, agent, messageId, list, translate } = await withGermanChat()
  const before = await list()
  expect(before.hasModel).toBe(false)
  expect(before.items).toContainEqual({ messageId, from: 'de', body: null })
  const refused = await agent.fail(translateMessage, translate)
  expect([refused.status, refused.error.reason]).toEqual([409, 'no_key'])
  await connectProvider(acme.tenant, 'openai', { key: 'sk-plain' })
  standin.setBehaviour('openai', { reply: ENGLISH })
  expect(await agent.call(translateMessage, translate)).toEqual({ messageId, from: 'de', body: ENGLISH })
  expect(asked()).toHaveLength(1)
  expect(asked()[0]).toContain('Translate it into English')
  const colleague = await h.member(acme, 'agent')
  expect(await colleague.call(translateMessage, translate)).toEqual({ messageId, from: 'de', body: ENGLISH })
  expect((await list(colleague)).items).toContainEqual({ messageId, from: 'de', body: ENGLISH })
  expect(asked()).toHaveLength(1)
  const use = await measureRequest(() => list())
  expect([use.commits, use.statements <= 12]).toEqual([0, true])
  // In the reader's own language there is nothing to translate.
  const german = { ...translate, body: { language: 'de' as const } }
  expect((await agent.call(translateMessage, german)).body).toBe(GERMAN)
  expect(asked()).toHaveLength(1)
})

it('[U12] a message is translated only for its own business and on its own ticket', async () => {
  const { acme, agent, guest, ticketId, translate } = await withGermanChat()
  await connectProvider(acme.tenant, 'openai', { key: 'sk-plain' })
  const stranger = await h.member(await h.tenant())
  expect((await stranger.fail(translateMessage, translate)).status).toBe(404)
  const params = { ticketId }
  expect((await stranger.fail(listTranslations, { params, query: { language: 'en' } })).status).toBe(404)
  const otherTicket = uuid<TicketId>()
  const form = { id: otherTicket, name: 'Jo', email: 'jo@example.com', subject: 'Andere', description: 'Andere Frage' }
  await guest.call(submitTicket, { params: { slug: acme.slug }, body: form })
  const elsewhere = { ...translate, params: { ...translate.params, ticketId: otherTicket } }
  expect((await agent.fail(translateMessage, elsewhere)).status).toBe(404)
  expect(asked()).toEqual([])
})

it('[U12] a translation with a link of its own is refused, and one that fails is not stored', async () => {
  const { acme, agent, translate, list } = await withGermanChat()
  await connectProvider(acme.tenant, 'openai', { key: 'sk-plain' })
  standin.setBehaviour('openai', { reply: 'See https://evil.example/a' })
  expect((await agent.fail(translateMessage, translate)).status).toBe(409)
  standin.setBehaviour('openai', '500')
  expect((await agent.fail(translateMessage, translate)).status).toBe(503)
  expect((await list()).items.every(({ body }) => body === null)).toBe(true)
})

it('[U12] a translation is deleted with its message, and not stored once the message has been erased', async () => {
  const { acme, messageId } = await withGermanChat()
  const given = { messageId, original: GERMAN, language: 'en' as const, body: ENGLISH }
  const store = () => acme.tenant.tx((t) => insertTranslation(t, given))
  expect(await store()).toBe(true)
  const query = (sql: string) => queryAsOwner<{ n: number }>(h.database.ownerUrl, sql, [messageId])
  await query(`UPDATE message SET body = 'erased' WHERE id = $1`)
  await query('DELETE FROM message_translation WHERE message_id = $1')
  expect(await store()).toBe(false)
  await query(`INSERT INTO message_translation (tenant_id, message_id, language, body)
    SELECT tenant_id, id, 'en', 'proof' FROM message WHERE id = $1`)
  await query('DELETE FROM message WHERE id = $1')
  const left = await query('SELECT count(*)::int AS n FROM message_translation WHERE message_id = $1')
  expect(left).toEqual([{ n: 0 }])
})

it('[U12] a reply that is sent translated reaches the customer with the member’s own text', async () => {
  const { agent, guest, params, ticketId, list } = await withGermanChat()
  const id = uuid<MessageId>()
  const reply = { id, body: 'Es kommt morgen an.', original: 'It arrives tomorrow.', visibility: 'public' as const }
  const sent = await agent.call(sendTicketMessage, { params: { ticketId }, body: { ...reply, fileIds: [] } })
  expect(sent).toMatchObject({ body: reply.body, original: reply.original })
  const read = await guest.call(getGuestConversation, { params })
  expect(read.messages.find((one) => one.id === id)).toMatchObject({ body: reply.body, original: reply.original })
  expect(read.messages.find((one) => one.body === GERMAN)).not.toHaveProperty('original')
  const { thread } = await agent.call(getTicket, { params: { ticketId } })
  expect(thread.messages.find((one) => one.id === id)?.original).toBe(reply.original)
  expect((await list()).items.map(({ messageId }) => messageId)).not.toContain(id)
})
