import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import type { BusinessHours } from '#contracts/tenant/tenant.ts'
import { addDocument, addFaq } from '#server/knowledge/service.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

let h: Harness
let pool: TestTenant
beforeAll(async () => {
  h = await startHarness()
  pool = await swimmingPool()
})
afterAll(() => h.stop())

const FAQS = [
  {
    question: 'What does a swimming lesson cost?',
    phrasings: ['price of a swimming lesson', 'how much are lessons', 'fee for the swimming course'],
    answer: 'A swimming lesson is 14 euros for adults and 9 euros for children under 12.',
  },
  {
    question: 'Can I rent a towel?',
    phrasings: ['do you lend towels', 'towel hire', 'I forgot my towel'],
    answer: 'Yes, a towel is 3 euros with a deposit of 10 euros.',
  },
  {
    question: 'Where can I park my car?',
    phrasings: ['is there a car park', 'parking at the pool', 'parking fees'],
    answer: 'The car park behind the hall is free for 3 hours with your ticket.',
  },
  {
    question: 'Is the sauna mixed?',
    phrasings: ['sauna for women only', 'mixed sauna', 'ladies day in the sauna'],
    answer: 'The sauna is mixed, and for women only on Wednesdays.',
  },
]
const RULES = `# Lockers and lost things\n\nLockers take a coin of one euro. Whatever is left in a locker over night is kept at the cash desk for 30 days, then it goes to the lost property office of the town.`
const weekdayAt = (at: number) =>
  new Intl.DateTimeFormat('es', { weekday: 'long', timeZone: 'Europe/Berlin' }).format(at)
const HOURS: BusinessHours = { start: '00:00', end: '00:00', days: ['tuesday', 'thursday', 'friday'] }

async function swimmingPool(): Promise<TestTenant> {
  const made = await makeTenant(h.platform, {
    name: 'Lido Pool',
    businessInfo: {
      phone: '+49 30 901820',
      supportEmail: 'hello@lido.example',
      address: 'Seestrasse 4, Berlin',
      timezone: 'Europe/Berlin',
      businessHours: HOURS,
    },
  })
  await made.tenant.tx(async (t) => {
    for (const faq of FAQS) await addFaq(t, { ...faq, category: 'General', priority: 'medium' })
    await addDocument(t, { name: 'House rules', type: 'Guide', category: 'General', content: RULES })
  })
  return made
}

/** Sends messages one after the other, each after the reply to the one before; gives the replies. */
async function talk(messages: string[], tenant = pool) {
  const guest = await h.guest(tenant)
  const { slug } = tenant
  const conversationId = crypto.randomUUID() as ConversationId
  const params = { slug, conversationId }
  await guest.call(startConversation, { params: { slug }, body: { id: conversationId, context: 'general' } })
  const stream = await guest.stream(`/api/portal/${slug}/conversations/${conversationId}/stream?after=1`)
  const replies: { body: string; titles: string[]; suggestions: string[] }[] = []
  for (const body of messages) {
    const { seq } = await guest.call(sendGuestMessage, {
      params,
      body: { id: crypto.randomUUID() as MessageId, body, fileIds: [] },
    })
    const { message } = await stream.waitFor(
      'message.created',
      ({ message: one }) => one.author === 'assistant' && one.seq > seq,
    )
    replies.push({
      body: message.body,
      titles: message.sources.map(({ title }) => title),
      suggestions: message.suggestions,
    })
  }
  stream.close()
  const { conversation } = await guest.call(getGuestConversation, { params, query: {} })
  return { replies, conversation }
}

describe('[H9] a conversation without a key', () => {
  it('a follow-up that says nothing alone is answered from what was asked before', async () => {
    const { replies } = await talk(['do you lend towels?', 'and how much is that?'])
    expect(replies.map(({ titles }) => titles)).toEqual([['Can I rent a towel?'], ['Can I rent a towel?']])
  })

  it('a question about something else is not drawn back to the subject before', async () => {
    const { replies } = await talk(['do you lend towels?', 'is there a car park?'])
    expect(replies[1]?.titles).toEqual(['Where can I park my car?'])
  })

  it('two questions in one message both get their answer, each with its source', async () => {
    const { replies } = await talk(['How much are lessons? And is there a car park?'])
    expect(replies[0]?.body).toContain('14 euros')
    expect(replies[0]?.body).toContain('free for 3 hours')
    expect(replies[0]?.titles.toSorted()).toEqual(['What does a swimming lesson cost?', 'Where can I park my car?'])
  })

  it.each([
    ['whats your phone number', '+49 30 901820'],
    ['¿me da su correo electrónico?', 'hello@lido.example'],
    ['wo finde ich euch', 'Seestrasse 4, Berlin'],
    ['am i talking to a robot', 'not a person'],
  ])('"%s" is answered from the record of the business', async (text, fact) => {
    const { replies } = await talk([text])
    expect(replies[0]?.body).toContain(fact)
  })

  it('opening hours name the day that is asked about', async () => {
    const { replies } = await talk(['are you open on saturday?'])
    expect(replies[0]?.body).toMatch(/^Saturday: closed\. Lido Pool is open Tuesday, Thursday,? and Friday/)
  })

  it('"are you open on …" names that day, in Spanish too', async () => {
    // Asked for the day it is, the answer is whether it is open now.
    const isNear = [Date.now(), Date.now() + 3_600_000].some((at) => weekdayAt(at) === 'sábado')
    const day = isNear ? 'miércoles' : 'sábado'
    const { replies } = await talk([`¿están abiertos el ${day}?`])
    expect(replies[0]?.body).toMatch(new RegExp(`^${day}: cerrado`, 'i'))
  })

  it('a complaint gets no entry that is only near: a person is offered', async () => {
    const { replies, conversation } = await talk([
      'this is the third time i complain about the dirty showers, nobody cares',
    ])
    expect(replies[0]).toMatchObject({ titles: [], suggestions: [] })
    expect(conversation.offer).not.toBeNull()
  })

  it('a misspelt question is answered', async () => {
    const { replies } = await talk(['do you lned towles?'])
    expect(replies[0]?.titles).toEqual(['Can I rent a towel?'])
  })

  it('where the nearest is a passage of a document, it is quoted as perhaps the answer, with its source', async () => {
    const { replies } = await talk(['i left my watch in the locker last night'])
    expect(replies[0]?.body).toMatch(/^I am not sure that this answers it/)
    expect(replies[0]?.body).toContain('kept at the cash desk for 30 days')
    expect(replies[0]?.titles).toEqual(['House rules'])
  })

  it('a question about something else gets no entry as its answer', async () => {
    const { replies } = await talk(['who won the world cup in 1994'])
    expect(replies[0]?.titles).toEqual([])
    expect(replies[0]?.body).toMatch(/could not find|did not find/)
  })

  it('a day alone, after a question about the opening hours, is another question about them', async () => {
    const { replies } = await talk(['are you open on saturday?', 'and on friday?'])
    expect(replies[1]?.body).toMatch(/^Friday: open/)
  })

  it('days alone, one after the other, stay questions about the opening hours; "morgen" is tomorrow', async () => {
    const { replies } = await talk(['wann habt ihr offen?', 'und morgen?', 'und am Freitag?'])
    expect(replies[1]?.body).toMatch(/tag: (geöffnet|geschlossen)|woch: (geöffnet|geschlossen)/)
    expect(replies[2]?.body).toMatch(/^Freitag: geöffnet/)
  })

  it('two entries that contradict each other are both shown, and a person is offered', async () => {
    const other = await makeTenant(h.platform, { name: 'Rink' })
    await other.tenant.tx(async (t) => {
      const phrasings = ['price of renting skates']
      const faq = { phrasings, category: 'General', priority: 'medium' as const }
      await addFaq(t, { ...faq, question: 'What does it cost to rent skates?', answer: 'Skates are 5 euros a day.' })
      await addFaq(t, {
        ...faq,
        question: 'What does it cost to rent skates here?',
        answer: 'Skates cost 7 euros a day.',
      })
    })
    const { replies } = await talk(['what does it cost to rent skates?'], other)
    expect(replies[0]?.body).toMatch(/^A person at Rink can tell you which/)
    expect(replies[0]?.body).toContain('5 euros')
    expect(replies[0]?.body).toContain('7 euros')
    expect(replies[0]?.titles).toHaveLength(2)
  })

  it.each(['صباح الخير، أين طلبي؟', 'a'.repeat(5_000), '12345', '???', 'do you lend towels? ' + 'שלום '.repeat(40)])(
    'a message that cannot be understood gets a reply and fetches nobody: %.30s',
    async (text) => {
      const { replies, conversation } = await talk([text])
      expect(replies).toHaveLength(1)
      expect(conversation.offer).toBeNull()
    },
  )

  it('polite words are no failed attempt: after five of them nobody is fetched', async () => {
    const { replies, conversation } = await talk(['hello!', 'thanks a lot', 'ok', 'sorry', 'bye'])
    expect(replies).toHaveLength(5)
    for (const { body } of replies) expect(body).not.toMatch(/answer|sure/)
    expect(conversation.offer).toBeNull()
  })
})
