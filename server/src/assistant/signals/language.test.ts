import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { addFaq } from '#server/knowledge/service.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const uuid = () => crypto.randomUUID()

/** A chat as a visitor's browser opens it. */
async function chat({ slug }: TestTenant, guest: Awaited<ReturnType<Harness['guest']>>) {
  const id = uuid() as ConversationId
  const opened = await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  const stream = await guest.stream(`/api/portal/${slug}/conversations/${id}/stream?after=${opened.conversation.seq}`)
  const received = new Set<string>()
  return async (body: string) => {
    const params = { slug, conversationId: id }
    await guest.call(sendGuestMessage, { params, body: { id: uuid() as MessageId, body, fileIds: [] } })
    const { message } = await stream.waitFor('message.created', (event) => {
      return event.message.author === 'assistant' && !received.has(event.message.id)
    })
    received.add(message.id)
    return message.body
  }
}

describe('the language of the assistant', () => {
  it.each([
    [
      'de',
      'Wie hoch ist der Mount Everest eigentlich?',
      /Antwort darauf habe ich nicht gefunden/,
      'danke',
      /Gern geschehen/,
    ],
    ['fr', 'Quelle est la hauteur du mont Blanc exactement ?', /pas trouvé de réponse/, 'merci !', /Je vous en prie/],
    ['es', '¿Cuál es la altura exacta del monte Aconcagua?', /No he encontrado respuesta/, 'gracias', /De nada/],
    ['en', 'How high is Mount Everest in the end?', /did not find an answer/, 'thanks', /You are welcome/],
  ])('%s: what it cannot answer, and thanks', async (_language, question, answer, thanks, welcome) => {
    const shop = await h.tenant()
    const ask = await chat(shop, await h.guest(shop))
    expect(await ask(question)).toMatch(answer)
    expect(await ask(thanks)).toMatch(welcome)
  })

  it('the handover message is in the customer’s language', async () => {
    const shop = await h.tenant()
    const ask = await chat(shop, await h.guest(shop))
    expect(await ask('Ich möchte bitte mit einem Mitarbeiter sprechen')).toMatch(/Ich übergebe Sie an einen Menschen/)
  })

  it('knowledge is found by the word forms of its language', async () => {
    const shop = await h.tenant()
    await shop.tenant.tx(async (t) => {
      const about = { language: 'de', category: 'General', priority: 'medium' } as const
      await addFaq(t, {
        ...about,
        question: 'Wie storniere ich eine Bestellung?',
        answer: 'Im Kundenkonto unter Bestellungen.',
      })
      await addFaq(t, { ...about, question: 'Wann habt ihr geöffnet?', answer: 'Von zehn bis sechs.' })
    })
    const ask = await chat(shop, await h.guest(shop))
    expect(await ask('Wie storniere ich meine Bestellung?')).toContain('Im Kundenkonto')
  })
})
