import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  listGuestTranslations,
  listTranslations,
  translateGuestMessage,
  translateMessage,
} from '#contracts/assistant/message-translation.ts'
import { getGuestConversation, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { getTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { measureRequest } from '#test/database-use.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { makeChatWithTicket, translationsAsked } from './fixture.ts'

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
const QUESTION = 'Where is my bicycle? I have been waiting for it since last week.'
const GERMAN = 'Ihr Fahrrad kommt leider erst am Freitag bei Ihnen an. Wir bitten um Entschuldigung.'
const ENGLISH = 'Unfortunately your bicycle will only arrive on Friday. We apologise.'

const asked = () => translationsAsked(standin)

/** An English customer's chat with a ticket, to which a member replied in German. */
async function withGermanReply() {
  const { messageId: own, ...chat } = await makeChatWithTicket(h, QUESTION)
  const { guest, agent, params, ticketId } = chat
  const reply = async (body: string, visibility: 'public' | 'note' = 'public') => {
    const id = uuid<MessageId>()
    await agent.call(sendTicketMessage, { params: { ticketId }, body: { id, body, visibility, fileIds: [] } })
    return id
  }
  const messageId = await reply(GERMAN)
  const list = (language: Language = 'en', by = guest) =>
    by.call(listGuestTranslations, { params, query: { language } })
  const translate = (id: MessageId = messageId) => ({
    params: { ...params, messageId: id },
    body: { language: 'en' as const },
  })
  return { ...chat, own, messageId, reply, list, translate }
}

it('[U12] a member’s German reply is translated for the English customer once and stored; the team reads the same', async () => {
  const { acme, guest, agent, messageId, ticketId, list, translate } = await withGermanReply()
  // Without a key no button, and whoever asks all the same reads what a customer can understand.
  expect((await list()).items).toEqual([])
  const refused = await guest.fail(translateGuestMessage, translate())
  expect([refused.status, refused.error.message]).toEqual([
    409,
    'Replies cannot be translated here. The original stays as it is.',
  ])
  await connectProvider(acme.tenant, 'openai', { key: 'sk-plain' })
  standin.setBehaviour('openai', { reply: ENGLISH })
  expect((await list()).items).toContainEqual({ messageId, from: 'de', body: null })
  expect((await list('de')).items.map((one) => one.messageId)).not.toContain(messageId)
  expect(await guest.call(translateGuestMessage, translate())).toEqual({ messageId, from: 'de', body: ENGLISH })
  expect(await guest.call(translateGuestMessage, translate())).toEqual({ messageId, from: 'de', body: ENGLISH })
  const forTeam = { params: { ticketId, messageId }, body: { language: 'en' as const } }
  expect((await agent.call(translateMessage, forTeam)).body).toBe(ENGLISH)
  expect(asked()).toHaveLength(1)
  const use = await measureRequest(() => list())
  expect([use.commits, use.statements <= 12]).toEqual([0, true])
  expect((await list()).items).toContainEqual({ messageId, from: 'de', body: ENGLISH })
})

it('[U12] a customer translates replies of their own chat only: no note, nothing of others, none of their own messages', async () => {
  const { acme, guest, params, own, messageId, reply, list, translate } = await withGermanReply()
  await connectProvider(acme.tenant, 'openai', { key: 'sk-plain' })
  const note = await reply('Diese Notiz ist nur für das Team, nicht für den Kunden gedacht.', 'note')
  const other = await h.guest(acme)
  expect((await other.fail(translateGuestMessage, translate())).status).toBe(404)
  expect((await other.fail(listGuestTranslations, { params, query: { language: 'en' } })).status).toBe(404)
  for (const id of [note, own, uuid<MessageId>()]) {
    expect((await guest.fail(translateGuestMessage, translate(id))).status, id).toBe(404)
  }
  const second = { slug: acme.slug, conversationId: uuid<ConversationId>() }
  const opening = { id: second.conversationId, context: 'general' as const }
  await guest.call(startConversation, { params: { slug: acme.slug }, body: opening })
  const elsewhere = { ...translate(), params: { ...second, messageId } }
  expect((await guest.fail(translateGuestMessage, elsewhere)).status).toBe(404)
  expect((await list('de')).items.map((one) => one.messageId)).not.toContain(own)
  expect((await list()).items.map((one) => one.messageId)).toEqual([messageId])
  expect(asked()).toEqual([])
})

it('[U12] a translation that fails says so without the team’s settings, and is not stored', async () => {
  const { acme, guest, list, translate } = await withGermanReply()
  await connectProvider(acme.tenant, 'openai', { key: 'sk-plain' })
  const texts = new Set<string>()
  for (const behaviour of [{ reply: 'See https://evil.example/a' }, '500'] as const) {
    standin.setBehaviour('openai', behaviour)
    const { status, error } = await guest.fail(translateGuestMessage, translate())
    expect(status).toBe(503)
    texts.add(error.message)
  }
  expect([...texts]).toEqual([
    'This reply could not be translated just now. The original is still here; try again in a moment.',
  ])
  expect((await list()).items.every(({ body }) => body === null)).toBe(true)
})

it('[U12] older pages of a thread name their foreign messages too, for the customer and for the team', async () => {
  const { acme, guest, agent, params, ticketId, messageId, list } = await withGermanReply()
  await connectProvider(acme.tenant, 'openai', { key: 'sk-plain' })
  await queryAsOwner(
    h.database.ownerUrl,
    `INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, body)
     SELECT $1, gen_random_uuid(), $2, 1000 + n, 1000 + n, 'member', 'All of this is written in English, as the page is.'
     FROM generate_series(1, 120) n`,
    [acme.tenant.id, params.conversationId],
  )
  const newest = await list()
  expect(newest.items.map((one) => one.messageId)).not.toContain(messageId)
  const page = await guest.call(getGuestConversation, { params })
  expect(newest.firstSeq).toBe(page.messages[0]?.seq)
  const query = { language: 'en' as const, cursor: newest.olderCursor ?? undefined }
  const older = await guest.call(listGuestTranslations, { params, query })
  expect(older.items.map((one) => one.messageId)).toEqual([messageId])
  expect(older.olderCursor).toBeNull()
  const { thread } = await agent.call(getTicket, { params: { ticketId } })
  const ofTeam = { language: 'en' as const, cursor: thread.olderCursor ?? undefined }
  const olderOfTeam = await agent.call(listTranslations, { params: { ticketId }, query: ofTeam })
  expect(olderOfTeam.items.map((one) => one.messageId)).toContain(messageId)
})
