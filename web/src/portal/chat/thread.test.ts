import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConversationView, ThreadView } from '#contracts/conversation/conversation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import { applyChatEvent, emptyThread, isAnswerPending, mergeThread, prependOlder, type Thread } from './thread.ts'

const conversationId = '0a000000-0000-4000-8000-000000000001' as ConversationId
const at = '2026-11-21T10:00:00.000Z'
const idOf = (n: number) => `0b000000-0000-4000-8000-${String(n).padStart(12, '0')}` as MessageId

const conversation = (seq: number, more: Partial<ConversationView> = {}): ConversationView => ({
  id: conversationId,
  context: 'general',
  state: 'ai',
  seq,
  ticketId: null,
  offer: null,
  rating: null,
  seenByCustomerSeq: 0,
  seenByTeamSeq: 0,
  createdAt: at,
  updatedAt: at,
  ...more,
})

const message = (seq: number, more: Partial<MessageView> = {}): MessageView => ({
  id: idOf(seq),
  seq,
  author: 'customer',
  authorName: null,
  visibility: 'public',
  kind: 'text',
  body: `message ${seq}`,
  state: 'complete',
  sources: [],
  suggestions: [],
  confidence: null,
  helpful: null,
  attachments: [],
  createdAt: at,
  ...more,
})

const messageEvent = (type: 'message.created' | 'message.changed', one: MessageView): LiveEvent => ({
  type,
  conversationId,
  ticketId: null,
  message: one,
})
const created = (one: MessageView) => messageEvent('message.created', one)
const delta = (messageId: MessageId, offset: number, text: string): LiveEvent => ({
  type: 'message.delta',
  conversationId,
  messageId,
  offset,
  text,
})
const view = (messages: MessageView[], more: Partial<ThreadView> = {}): ThreadView => ({
  conversation: conversation(Math.max(0, ...messages.map((one) => one.seq))),
  messages,
  olderCursor: null,
  ...more,
})
const started = mergeThread(emptyThread, view([]))
const play = (thread: Thread, events: LiveEvent[]) => events.reduce(applyChatEvent, thread)
const bodies = (thread: Thread) => thread.messages.map((one) => one.body)

describe('the thread of a portal chat', () => {
  it('appends deltas to an answer and keeps the complete text', () => {
    const answer = message(2, { author: 'assistant', state: 'streaming', body: '' })
    const grown = play(started, [
      created(message(1)),
      created(answer),
      delta(answer.id, 0, 'Hel'),
      delta(answer.id, 3, 'lo'),
    ])
    expect(bodies(grown)).toEqual(['message 1', 'Hello'])
    const done = play(grown, [
      messageEvent('message.changed', { ...answer, state: 'complete', body: 'Hello!' }),
      delta(answer.id, 5, '?'),
    ])
    expect(bodies(done)).toEqual(['message 1', 'Hello!'])
    expect(done.hasGap).toBe(false)
  })

  it('reports a gap where text is missing, and only there', () => {
    const answer = message(1, { author: 'assistant', state: 'streaming', body: 'Hel' })
    const grown = play(started, [created(answer)])
    expect(applyChatEvent(grown, delta(answer.id, 4, 'o')).hasGap).toBe(true)
    expect(applyChatEvent(grown, delta(idOf(9), 0, 'x')).hasGap).toBe(true)
    expect(applyChatEvent(grown, delta(answer.id, 0, 'Hel'))).toBe(grown)
    expect(bodies(applyChatEvent(grown, delta(answer.id, 0, 'Other')))).toEqual(['Other'])
    expect(mergeThread(applyChatEvent(grown, { type: 'resync' }), view([answer])).hasGap).toBe(false)
  })

  it('removes an outgoing message once it comes back, by event or by reading', () => {
    const sent = { id: idOf(1), body: 'message 1', files: [], at, state: 'sending' as const, wait: null, error: null }
    const waiting = { ...started, outgoing: [sent] }
    expect(isAnswerPending(waiting)).toBe(true)
    expect(applyChatEvent(waiting, created(message(1))).outgoing).toEqual([])
    expect(mergeThread(waiting, view([message(1)])).outgoing).toEqual([])
    expect(mergeThread(waiting, view([message(2)])).outgoing).toEqual([sent])
  })

  it('has a pending answer only while the assistant owns the conversation', () => {
    const asked = play(started, [created(message(1))])
    expect(isAnswerPending(asked)).toBe(true)
    const human = applyChatEvent(asked, {
      type: 'conversation.changed',
      conversation: conversation(2, { state: 'human' }),
    })
    expect(isAnswerPending(human)).toBe(false)
    expect(isAnswerPending(applyChatEvent(asked, created(message(2, { author: 'assistant' }))))).toBe(false)
    const joined = message(2, { author: 'system', kind: 'joined', body: '' })
    expect(isAnswerPending(applyChatEvent(asked, created(joined)))).toBe(true)
    const handedBack = applyChatEvent(asked, created(message(2, { author: 'system', kind: 'handed_back', body: '' })))
    expect(isAnswerPending(handedBack)).toBe(false)
    expect(isAnswerPending(applyChatEvent(handedBack, created(message(3))))).toBe(true)
  })

  it('shows no notes and nothing of another conversation', () => {
    const other = { ...created(message(3)), conversationId: idOf(77) as string as ConversationId }
    const note = created(message(2, { visibility: 'note', author: 'member' }))
    expect(play(started, [note, other])).toEqual(started)
  })

  it('keeps older pages when the newest is read again, but never with a gap between', () => {
    const page = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => message(from + i))
    const first = mergeThread(emptyThread, view(page(4, 6), { olderCursor: 'c4' }))
    const whole = prependOlder(first, view(page(1, 3)))
    expect(bodies(whole)).toEqual(page(1, 6).map((one) => one.body))
    const again = mergeThread(whole, view(page(5, 8), { olderCursor: 'c5' }))
    expect(again.messages).toHaveLength(8)
    expect(again.olderCursor).toBe(null)
    const apart = mergeThread(whole, view(page(10, 12), { olderCursor: 'c10' }))
    expect(apart.messages.map((one) => one.seq)).toEqual([10, 11, 12])
    expect(apart.olderCursor).toBe('c10')
  })
})

/** The events of a whole conversation: questions, streamed answers, a member, a ticket. */
const story = fc
  .array(fc.record({ isAnswer: fc.boolean(), parts: fc.array(fc.string({ minLength: 1 }), { maxLength: 6 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((turns) => {
    let seq = 0
    return turns.flatMap(({ isAnswer, parts }): LiveEvent[] => {
      seq += 1
      if (!isAnswer) return [created(message(seq, { body: parts.join('') }))]
      const answer = message(seq, { author: 'assistant', state: 'streaming', body: '' })
      let offset = 0
      const deltas = parts.map((text) => {
        offset += text.length
        return delta(answer.id, offset - text.length, text)
      })
      seq += 1
      const done = { ...answer, state: 'complete' as const, body: parts.join('') }
      return [
        created(answer),
        ...deltas,
        messageEvent('message.changed', done),
        { type: 'conversation.changed', conversation: conversation(seq, { state: seq % 3 ? 'ai' : 'human' }) },
        { type: 'seen', conversationId, who: 'team', seq },
        { type: 'ticket.changed', conversationId, ticketId: idOf(99) as string as TicketId },
      ]
    })
  })

const settled = (thread: Thread) => ({ ...thread, hasGap: false, ticketRevision: 0, isAssistantTyping: false })

describe('the events of a portal chat’s stream', () => {
  it('lead to the same thread when they come twice, late, out of order, or are replayed from any position', () => {
    fc.assert(
      fc.property(story, fc.infiniteStream(fc.nat()), (events, picks) => {
        const right = play(started, events)
        const shuffled = [...events, ...events]
          .map((event) => ({ event, order: picks.next().value ?? 0 }))
          .sort((a, b) => a.order - b.order)
          .map(({ event }) => event)
        expect(settled(play(started, shuffled)).messages).toEqual(settled(right).messages)
        expect(play(started, shuffled).conversation).toEqual(right.conversation)
        const cut = (picks.next().value ?? 0) % events.length
        expect(settled(play(right, events.slice(cut)))).toEqual(settled(right))
      }),
      { numRuns: 500, seed: 7 },
    )
  })

  it('lead to a reported gap or to the same thread after a read, when some are lost', () => {
    fc.assert(
      fc.property(story, fc.infiniteStream(fc.boolean()), (events, keeps) => {
        const right = play(started, events)
        const heard = play(
          started,
          events.filter(() => keeps.next().value),
        )
        for (const one of heard.messages) {
          const truth = right.messages.find(({ id }) => id === one.id)
          if (!heard.hasGap) expect(truth?.body.startsWith(one.body)).toBe(true)
        }
        const read: ThreadView = {
          conversation: right.conversation ?? conversation(0),
          messages: right.messages,
          olderCursor: null,
        }
        expect(settled(mergeThread(heard, read))).toEqual(settled(right))
      }),
      { numRuns: 500, seed: 11 },
    )
  })
})
