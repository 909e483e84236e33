import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import { applyDeskEvent } from './apply-desk-event.ts'
import { noFilter } from './filter.ts'
import { applyPresence, nobody, withoutExpired } from './presence.ts'
import { listKey, mergeDetail, ticketKey } from './queries.ts'

const message = (seq: number, more: Partial<MessageView> = {}): MessageView =>
  ({
    id: `m${seq}`,
    seq,
    author: 'customer',
    visibility: 'public',
    kind: 'text',
    body: `words ${seq}`,
    state: 'complete',
    createdAt: '2026-11-21T10:00:00.000Z',
    ...more,
  }) as MessageView

const detail = (messages: MessageView[], more: Partial<TicketDetailView['ticket']> = {}): TicketDetailView =>
  ({
    ticket: { id: 't1', version: 3, status: 'open', ...more },
    thread: {
      conversation: { id: 'c1', seq: messages.length, ticketId: 't1', seenByCustomerSeq: 0, seenByTeamSeq: 0 },
      messages,
      olderCursor: null,
    },
    mergedInto: null,
    merged: [],
    activity: [],
  }) as unknown as TicketDetailView

const created = (one: MessageView, conversationId = 'c1') =>
  ({ type: 'message.created', conversationId, ticketId: 't1', message: one }) as LiveEvent

describe('a live event applied to the desk’s cache', () => {
  let client: QueryClient
  const thread = () => client.getQueryData<TicketDetailView>(ticketKey('t1'))?.thread
  beforeEach(() => {
    client = new QueryClient()
    client.setQueryData(ticketKey('t1'), detail([message(1), message(2)]))
  })

  it('inserts a message into the open thread once, however often it comes', () => {
    expect(applyDeskEvent(client, created(message(3)))).toEqual({})
    applyDeskEvent(client, created(message(3)))
    expect(thread()?.messages.map((one) => one.seq)).toEqual([1, 2, 3])
  })

  it('marks a thread as stale when its message came while it was being read', () => {
    expect(applyDeskEvent(client, created(message(1), 'c2'))).toEqual({ ticketId: 't1' })
  })

  it('appends text to an answer by offset, ignores a replay, and marks the thread as stale at a gap', () => {
    applyDeskEvent(client, created(message(3, { author: 'assistant', state: 'streaming', body: '' })))
    const delta = (offset: number, text: string) =>
      applyDeskEvent(client, {
        type: 'message.delta',
        conversationId: 'c1',
        messageId: 'm3',
        offset,
        text,
      } as LiveEvent)
    delta(0, 'Hello ')
    delta(6, 'you')
    delta(0, 'Hello ')
    expect(thread()?.messages[2]?.body).toBe('Hello you')
    expect(delta(40, 'far off')).toEqual({ ticketId: 't1' })
    applyDeskEvent(client, created(message(3, { author: 'assistant', body: 'Hello you there' })))
    delta(0, 'Hello ')
    expect(thread()?.messages[2]?.body).toBe('Hello you there')
  })

  it('keeps the highest read position of each side', () => {
    const seen = (seq: number) =>
      applyDeskEvent(client, { type: 'seen', conversationId: 'c1', who: 'customer', seq } as LiveEvent)
    seen(2)
    seen(1)
    expect(thread()?.conversation.seenByCustomerSeq).toBe(2)
  })

  it('returns what to read again, and removes a deleted ticket from the lists at once', () => {
    client.setQueryData(listKey(noFilter), { rows: [{ id: 't1' }, { id: 't2' }], nextCursor: null })
    const about = { ticketId: 't1', conversationId: 'c1' }
    expect(applyDeskEvent(client, { type: 'ticket.changed', ...about } as LiveEvent)).toEqual({
      list: true,
      ticketId: 't1',
    })
    expect(applyDeskEvent(client, { type: 'resync' })).toEqual({ all: true })
    applyDeskEvent(client, { type: 'ticket.deleted', ticketId: 't1' } as LiveEvent)
    expect(client.getQueryData(listKey(noFilter))).toEqual({ rows: [{ id: 't2' }], nextCursor: null })
  })

  it('stays when an older read is merged after it', () => {
    applyDeskEvent(client, created(message(3)))
    const known = client.getQueryData<TicketDetailView>(ticketKey('t1'))
    const merged = mergeDetail(known, detail([message(1), message(2)], { version: 2, status: 'closed' }))
    expect(merged.thread.messages.map((one) => one.seq)).toEqual([1, 2, 3])
    expect(merged.ticket.status).toBe('open')
  })
})

describe('presence at a ticket', () => {
  const scope = { ticketId: 't1', conversationId: 'c1', me: 'u1' }
  const beat = (id: string, more = {}) =>
    ({
      type: 'presence',
      ticketId: 't1',
      member: { id, name: id },
      isHere: true,
      isTyping: false,
      ...more,
    }) as LiveEvent

  it('holds other members until they leave or their heartbeat is overdue', () => {
    const two = applyPresence(applyPresence(nobody, beat('u2'), scope, 0), beat('u1'), scope, 0)
    expect(two.members.map((face) => face.id)).toEqual(['u2'])
    expect(applyPresence(two, beat('u2', { isTyping: true }), scope, 5).members[0]?.isTyping).toBe(true)
    expect(applyPresence(two, beat('u2', { isHere: false }), scope, 5).members).toEqual([])
    expect(withoutExpired(two, 14_000)).toBe(two)
    expect(withoutExpired(two, 15_001).members).toEqual([])
  })

  it('holds the customer’s typing until their message arrives or it expires', () => {
    const typing = { type: 'typing', conversationId: 'c1', who: 'customer', name: null, isTyping: true } as LiveEvent
    const now = applyPresence(nobody, typing, scope, 0)
    expect(now.customerTypesUntil).toBeGreaterThan(0)
    expect(applyPresence(now, created(message(9)), scope, 1).customerTypesUntil).toBe(0)
    expect(withoutExpired(now, 60_000).customerTypesUntil).toBe(0)
    expect(applyPresence(nobody, { ...typing, conversationId: 'c2' } as LiveEvent, scope, 0)).toBe(nobody)
  })
})
