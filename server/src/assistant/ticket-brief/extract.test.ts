import { describe, expect, it } from 'vitest'
import type { MessageView } from '#contracts/conversation/message.ts'
import { detailsOf, extractReply, extractSummary, keySentences, type TicketCase, unansweredPart } from './extract.ts'

const message = (author: MessageView['author'], body: string, more: Partial<MessageView> = {}): MessageView => ({
  id: crypto.randomUUID() as never,
  seq: 1,
  author,
  authorName: null,
  visibility: 'public',
  kind: 'text',
  body,
  state: 'complete',
  sources: [],
  suggestions: [],
  confidence: null,
  helpful: null,
  attachments: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

const caseOf = (messages: MessageView[], more: Partial<TicketCase> = {}): TicketCase => ({
  subject: 'Return',
  description: '',
  customerName: 'Jane Doe',
  messages,
  language: 'en',
  ...more,
})

const returns = {
  kind: 'faq',
  id: 'f1',
  title: 'How long can I return?',
  passage: '45 days',
  articleSlug: null,
} as const

describe('the extractive summary', () => {
  const chat = caseOf([
    message('assistant', 'Good morning!', { kind: 'greeting' }),
    message('customer', 'hello'),
    message('customer', 'My order HB-1042 came with a broken wheel. Can I return the wheel after five weeks?'),
    message('assistant', 'You can return anything within 45 days.', { sources: [returns], helpful: false }),
    message('customer', 'The wheel of order HB-1042 was broken on arrival, I paid 89.90 €. I want to talk to a human.'),
  ])

  it('[T6] quotes the customer’s request, never the request for a person or a greeting', () => {
    const asks = keySentences(chat).join(' ')
    expect(asks).toContain('broken wheel')
    expect(asks).not.toMatch(/human|hello/i)
  })

  it('[T6] contains details, the given answer with its source, and its rating', () => {
    expect(detailsOf(chat)).toEqual(['HB-1042', '89.90 €'])
    expect(extractSummary(chat).split('\n')).toEqual([
      expect.stringMatching(/^Asks: .*wheel/),
      'Mentions: HB-1042, 89.90 €',
      'Was answered from “How long can I return?”: You can return anything within 45 days.',
      'Answers called helpful: 0, not helpful: 1.',
    ])
  })

  it('[T6] uses the subject of an empty chat, and states when no answer was found', () => {
    const silent = caseOf([message('customer', 'agent please'), message('assistant', 'I could not find it.')])
    expect(extractSummary(silent)).toBe('Asks: Return\nThe assistant found no answer.')
  })

  it('[T6] stays short for a long chat', () => {
    const words = 'The broken wheel of my bicycle makes a noise when I brake. '
    const long = caseOf(Array.from({ length: 200 }, (_, n) => message('customer', `${words.repeat(40)} Number ${n}.`)))
    expect(extractSummary(long).length).toBeLessThan(1200)
  })
})

describe('the reply draft', () => {
  it('[T6] quotes the knowledge and addresses the customer by name', () => {
    expect(extractReply(caseOf([]), 'You can return anything within 45 days.')).toBe(
      'Hello Jane, thank you for waiting.\n\nYou can return anything within 45 days.\n\nDoes this answer your question? If not, just write back here.',
    )
  })

  it('[T6] is in the customer’s language', () => {
    const german = caseOf([message('customer', 'Wo ist mein Paket?')], { language: 'de' })
    expect(extractReply(german, null)).toBe(
      'Guten Tag Jane, danke für Ihre Geduld.\n\nIch sehe es mir an und antworte Ihnen hier.',
    )
  })

  it('[T6] promises nothing where the knowledge has no answer, and does not quote the customer', () => {
    const reply = extractReply(
      caseOf([message('customer', 'Where is my parcel?')], { customerName: 'Anonymous Customer' }),
      null,
    )
    expect(reply).toBe('Hello, thank you for waiting.\n\nI am looking into it and will answer you here.')
  })

  it('[T6] leaves out the headings of a quoted passage', () => {
    const passage =
      'Returns\nYou have 45 days.\n\nWhat it costs\n- Nothing in our shop\n- By post 5 pounds.\n\nSee you: soon.'
    expect(extractReply(caseOf([]), passage, false)).toBe(
      'You have 45 days.\n\n- Nothing in our shop\n- By post 5 pounds.\n\nSee you: soon.\n\nDoes this answer your question? If not, just write back here.',
    )
  })

  it('[T6] is about what the customer wrote after the last reply', () => {
    const chat = caseOf([
      message('customer', 'Where is my parcel?'),
      message('member', 'On its way.'),
      message('member', 'Not for the customer.', { visibility: 'note' }),
      message('customer', 'And what does a return cost?'),
    ])
    expect(keySentences(unansweredPart(chat))).toEqual(['And what does a return cost?'])
  })
})
