import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestPerson, sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { createDemoTickets } from '#contracts/ticket/demo-ticket.ts'
import { rateTicket, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import {
  assignTicket,
  changeTicket,
  createTicket,
  deleteTicket,
  getTicket,
  handBackTicket,
  moveTicket,
  sendTicketMessage,
  type TicketStatus,
  takeTicket,
} from '#contracts/ticket/ticket.ts'
import { onEvent } from '#server/platform/event.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { type RecordedEvent, recordEvents } from '#test/record-events.ts'
import { ticketChanged } from './events.ts'

let h: Harness
let recorded: RecordedEvent[]
/** Tenants for which the last handler fails. */
const failing = new Set<string>()
beforeAll(async () => {
  h = await startHarness({})
  h.platform.db.react([
    onEvent(ticketChanged, async (t, { after }) => {
      if (!failing.has(t.tenantId)) return
      await t.sql('UPDATE conversation SET preview = $2 WHERE id = $1', [after.conversationId, 'written by a handler'])
    }),
  ])
  recorded = recordEvents(h.platform)
  h.platform.db.react([
    onEvent(ticketChanged, async (t) => {
      if (failing.has(t.tenantId)) throw new Error('a handler failed')
    }),
  ])
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never
const FORM = { name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }

async function people() {
  const acme = await h.tenant()
  const [guest, agent] = [await h.guest(acme), await h.member(acme, 'agent', 'Ann')]
  const { slug } = acme
  const during = async (work: () => Promise<unknown>): Promise<RecordedEvent[]> => {
    const from = recorded.length
    await work()
    return recorded.slice(from).filter(({ tenantId }) => tenantId === acme.tenant.id)
  }
  const startChat = async () => {
    const id = newId() as ConversationId
    await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
    return id
  }
  const write = (conversationId: ConversationId, body: string) =>
    guest.call(sendGuestMessage, { params: { slug, conversationId }, body: { id: newId(), body, fileIds: [] } })
  const reply = (ticketId: TicketId, visibility: 'public' | 'note', body: string) => {
    const message = { id: newId() as MessageId, body, visibility, fileIds: [] }
    return agent.call(sendTicketMessage, { params: { ticketId }, body: message })
  }
  return { acme, slug, guest, agent, during, startChat, write, reply }
}

async function withTicket() {
  const all = await people()
  const { guest, agent, slug } = all
  const ticketId = newId() as TicketId
  const params = { ticketId }
  const { conversationId } = await guest.call(submitTicket, { params: { slug }, body: { ...FORM, id: ticketId } })
  const read = async () => (await agent.call(getTicket, { params })).ticket
  const version = async () => (await read()).version
  const to = async (...statuses: TicketStatus[]) => {
    for (const status of statuses) await agent.call(moveTicket, { params, body: { version: await version(), status } })
  }
  return { ...all, params, ticketId, conversationId, read, version, to }
}

const namesOf = (events: RecordedEvent[]) => events.map(({ name }) => name)
const payloadOf = (events: RecordedEvent[], name: string) => events.find((event) => event.name === name)?.payload
const ANN = { kind: 'member', name: 'Ann' }

describe('domain events of a ticket', () => {
  it('ticket.created is emitted once for a form, with the ticket as the API shows it and the guest as actor', async () => {
    const { guest, slug, during, agent } = await people()
    const id = newId() as TicketId
    const submit = () => guest.call(submitTicket, { params: { slug }, body: { ...FORM, id } })
    const events = await during(submit)
    const made = ['customer.changed', 'message.appended', 'message.appended', 'ticket.created']
    expect(namesOf(events)).toEqual(made)
    const { ticket, actor } = payloadOf(events, 'ticket.created') as {
      ticket: { assigneeId: null; teamId: null }
      actor: object
    }
    const { assigneeId, teamId, ...fields } = ticket
    expect(actor).toEqual({ kind: 'guest', id: guest.actor.guestId, name: null })
    const shown = (await agent.call(getTicket, { params: { ticketId: id } })).ticket
    expect(shown).toMatchObject(fields)
    expect([assigneeId, teamId]).toEqual([null, null])
    expect(ticket).toMatchObject({ id, subject: 'S', status: 'open', source: 'guest_portal' })
    expect(namesOf(await during(submit))).toEqual([])
  })

  it('ticket.created is emitted once for a member’s ticket and not for demo tickets', async () => {
    const { acme, agent, during } = await people()
    const admin = await h.member(acme, 'admin')
    const events = await during(() =>
      agent.call(createTicket, { body: { id: newId(), subject: 'A', description: 'B' } }),
    )
    expect(namesOf(events).filter((name) => name.startsWith('ticket.'))).toEqual(['ticket.created'])
    expect(payloadOf(events, 'ticket.created')).toMatchObject({ ticket: { source: 'desk' }, actor: ANN })
    const demo = await during(() => admin.call(createDemoTickets, {}))
    expect(namesOf(demo).filter((name) => name.startsWith('ticket.'))).toEqual([])
  })

  it('ticket.changed names the fields that changed with their former values; no change emits nothing', async () => {
    const { agent, params, version, during } = await withTicket()
    const body = { version: await version(), priority: 'high', tags: ['vip'] } as const
    const events = await during(() => agent.call(changeTicket, { params, body: { ...body, tags: ['vip'] } }))
    expect(namesOf(events)).toEqual(['ticket.changed'])
    expect(events[0]?.payload).toMatchObject({
      ticket: { id: params.ticketId, priority: 'high', tags: ['vip'], version: 2 },
      actor: ANN,
    })
    expect(events[0]?.payload.previous).toEqual({ priority: 'medium', priorityLabel: 'normal', tags: [] })
    const same = { version: await version(), priority: 'high' } as const
    expect(namesOf(await during(() => agent.call(changeTicket, { params, body: same })))).toEqual([])
    const stale = { version: 1, priority: 'low' } as const
    expect(namesOf(await during(() => agent.fail(changeTicket, { params, body: stale })))).toEqual([])
  })

  it('ticket.assigned follows an assignment, not its removal', async () => {
    const { agent, params, version, during } = await withTicket()
    const assignTo = async (assigneeId: typeof agent.actor.userId | null) =>
      agent.call(assignTicket, { params, body: { version: await version(), assigneeId } })
    const assigned = await during(() => assignTo(agent.actor.userId))
    expect(namesOf(assigned)).toEqual(['ticket.changed', 'ticket.assigned'])
    expect(payloadOf(assigned, 'ticket.assigned')).toMatchObject({
      ticket: { assigneeId: agent.actor.userId },
      previousAssigneeId: null,
    })
    const removed = await during(() => assignTo(null))
    expect(namesOf(removed)).toEqual(['ticket.changed'])
    expect(removed[0]?.payload.previous).toEqual({ assigneeId: agent.actor.userId })
  })

  it('taking a ticket is one change of status and assignee', async () => {
    const { agent, params, version, during } = await withTicket()
    const body = { version: await version() }
    const events = await during(() => agent.call(takeTicket, { params, body }))
    expect(namesOf(events)).toEqual(['ticket.changed', 'ticket.assigned', 'message.appended'])
    expect(events[0]?.payload.previous).toEqual({ status: 'open', assigneeId: null })
  })

  it('ticket.resolved, ticket.rated, ticket.reopened and ticket.deleted are emitted once each, with their actor', async () => {
    const { guest, agent, slug, ticketId, params, to, during } = await withTicket()
    await to('in-progress')
    expect(namesOf(await during(() => to('resolved')))).toEqual([
      'ticket.changed',
      'ticket.resolved',
      'message.appended',
    ])
    const rate = () => guest.call(rateTicket, { params: { slug, ticketId }, body: { stars: 4, comment: 'Good' } })
    const rated = await during(rate)
    expect(namesOf(rated)).toEqual(['ticket.changed', 'ticket.rated', 'message.appended'])
    expect(payloadOf(rated, 'ticket.rated')).toMatchObject({
      ticket: { rating: 4, ratingComment: 'Good' },
      actor: { kind: 'guest', id: guest.actor.guestId },
    })
    expect(namesOf(await during(() => to('closed')))).toEqual(['ticket.changed', 'message.appended'])
    expect(namesOf(await during(() => to('open')))).toEqual(['ticket.changed', 'ticket.reopened', 'message.appended'])
    await to('in-progress', 'resolved')
    const deleted = await during(() => agent.call(deleteTicket, { params }))
    expect(namesOf(deleted)).toEqual(['ticket.deleted'])
    expect(deleted[0]?.payload).toMatchObject({ ticketId, actor: ANN })
  })

  it('a customer’s message in a resolved ticket reopens it by that customer', async () => {
    const { guest, conversationId, to, write, during } = await withTicket()
    await to('in-progress', 'resolved')
    const events = await during(() => write(conversationId, 'It broke again'))
    expect(namesOf(events).sort()).toEqual([
      'message.appended',
      'ticket.changed',
      'ticket.customer_replied',
      'ticket.reopened',
    ])
    const reopened = payloadOf(events, 'ticket.reopened')
    expect(reopened).toMatchObject({ ticket: { status: 'open' }, actor: { kind: 'guest', id: guest.actor.guestId } })
  })

  it('a member’s reply to an open ticket changes, assigns and is a member’s reply; a note is only a message without its text', async () => {
    const { agent, ticketId, reply, during } = await withTicket()
    const note = await during(() => reply(ticketId, 'note', 'a private remark'))
    expect(namesOf(note)).toEqual(['message.appended'])
    expect(note[0]?.payload).toMatchObject({ message: { visibility: 'note', body: null, ticketId } })
    expect(JSON.stringify(note)).not.toContain('a private remark')
    const events = await during(() => reply(ticketId, 'public', 'I look into it'))
    expect(namesOf(events).sort()).toEqual([
      'message.appended',
      'ticket.assigned',
      'ticket.changed',
      'ticket.member_replied',
    ])
    expect(payloadOf(events, 'message.appended')).toMatchObject({
      message: { body: 'I look into it', author: 'member' },
    })
    const actor = { ...ANN, id: agent.actor.userId }
    expect(payloadOf(events, 'ticket.changed')).toMatchObject({ actor, previous: { status: 'open', assigneeId: null } })
  })

  it('a handler that fails undoes the change and what other handlers wrote', async () => {
    const { acme, agent, params, version, read, during } = await withTicket()
    const before = await read()
    const body = { version: await version(), priority: 'high' } as const
    failing.add(acme.tenant.id)
    const events = await during(() => agent.fail(changeTicket, { params, body }))
    failing.delete(acme.tenant.id)
    expect(namesOf(events)).toEqual(['ticket.changed'])
    expect(await read()).toEqual(before)
    const rows = await acme.tenant.tx((t) => t.sql<{ preview: string }>('SELECT preview FROM conversation'))
    expect(rows.map(({ preview }) => preview)).not.toContain('written by a handler')
    expect((await agent.call(changeTicket, { params, body })).priority).toBe('high')
  })
})

describe('conversation.handed_over', () => {
  const handovers = (events: RecordedEvent[]) =>
    events.filter(({ name }) => name === 'conversation.handed_over').map(({ payload }) => payload)

  it('is emitted when a person is requested, and again when the chat becomes a ticket', async () => {
    const { guest, slug, during, startChat } = await people()
    const conversationId = await startChat()
    const params = { slug, conversationId }
    const actor = { kind: 'guest', id: guest.actor.guestId }
    const requested = handovers(await during(() => guest.call(requestPerson, { params })))
    expect(requested).toHaveLength(1)
    const about = { reason: 'human_requested', actor }
    expect(requested[0]).toMatchObject({
      step: 'requested',
      conversation: { id: conversationId, state: 'ai' },
      ...about,
    })
    expect(handovers(await during(() => guest.call(requestPerson, { params })))).toEqual([])
    const form = { ...FORM, id: newId() as TicketId, conversationId }
    const accepted = handovers(await during(() => guest.call(submitTicket, { params: { slug }, body: form })))
    expect(accepted).toHaveLength(1)
    const conversation = { state: 'waiting', ticketId: form.id }
    expect(accepted[0]).toMatchObject({ step: 'accepted', conversation, ...about })
  })

  it('is emitted when a member takes over from the assistant, and not while people own the conversation', async () => {
    const { guest, agent, slug, during, startChat, reply } = await people()
    const conversationId = await startChat()
    const ticketId = newId() as TicketId
    const form = { ...FORM, id: ticketId, conversationId }
    await guest.call(submitTicket, { params: { slug }, body: form })
    expect(handovers(await during(() => reply(ticketId, 'public', 'Hello')))).toEqual([])
    const params = { ticketId }
    expect(handovers(await during(() => agent.call(handBackTicket, { params })))).toEqual([])
    const taken = handovers(await during(() => reply(ticketId, 'public', 'Me again')))
    expect(taken).toHaveLength(1)
    expect(taken[0]).toMatchObject({ step: 'accepted', reason: null, actor: ANN, conversation: { state: 'human' } })
  })
})
