import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getGuestConversation,
  listGuestConversations,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { createDemoTickets, deleteDemoTickets } from '#contracts/ticket/demo-ticket.ts'
import { getGuestTicket, listGuestTickets, rateTicket, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { reportPresence } from '#contracts/ticket/presence.ts'
import { changeTicket, getTicket, listTickets, moveTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { getTicketCounters } from '#contracts/ticket/ticket-counters.ts'
import { getConversation } from '#server/conversation/service.ts'
import { system } from '#server/platform/actor.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never

async function withTicket(over: { priority?: 'critical' } = {}) {
  const acme = await h.tenant()
  const [guest, agent] = [await h.guest(acme), await h.member(acme)]
  const { slug } = acme
  const ticketId = crypto.randomUUID() as TicketId
  const form = { id: ticketId, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D', ...over }
  const { conversationId } = await guest.call(submitTicket, { params: { slug }, body: form })
  const read = async () => (await agent.call(getTicket, { params: { ticketId } })).ticket
  const write = (body: string) =>
    guest.call(sendGuestMessage, { params: { slug, conversationId }, body: { id: newId(), body, fileIds: [] } })
  const moveTo = async (status: 'in-progress' | 'resolved') =>
    agent.call(moveTicket, { params: { ticketId }, body: { version: (await read()).version, status } })
  return { acme, slug, guest, agent, ticketId, form, conversationId, read, write, moveTo }
}

describe('a ticket', () => {
  it.each([
    ['de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['it', 'en'],
  ] as const)(
    "[U4] of the form begins its conversation in the browser's language (%s: %s)",
    async (accepted, language) => {
      const acme = await h.tenant()
      const guest = await h.guest(acme)
      guest.headers['accept-language'] = accepted
      const body = { id: newId(), name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
      const { conversationId } = await guest.call(submitTicket, { params: { slug: acme.slug }, body })
      const conversation = await acme.tenant.read((t) => getConversation(t, system, conversationId as ConversationId))
      expect(conversation.language).toBe(language)
    },
  )

  it('that is submitted fifty times at once by the same form is created once, and every reply names it', async () => {
    const acme = await h.tenant()
    const guest = await h.guest(acme)
    const params = { slug: acme.slug }
    const conversationId = newId() as ConversationId
    await guest.call(startConversation, { params, body: { id: conversationId, context: 'general' } })
    const form = { id: newId(), name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D', conversationId }
    const made = await Promise.all(Array.from({ length: 50 }, () => guest.call(submitTicket, { params, body: form })))
    expect(new Set(made.map(({ id, number }) => `${id} ${number}`)).size).toBe(1)
    const second = await guest.fail(submitTicket, { params, body: { ...form, id: newId() } })
    expect([second.status, second.error.reason]).toEqual([409, 'has_ticket'])
  })

  it.each([{ name: 'Al' }, { email: 'al@example.com' }, { priority: 'high' as const }])(
    'is a conflict for a form with the same id and another %o',
    async (other) => {
      const { guest, slug, form } = await withTicket()
      expect((await guest.fail(submitTicket, { params: { slug }, body: { ...form, ...other } })).status).toBe(409)
    },
  )

  it('[T5] is attended and moved at the same moment without a deadlock', async () => {
    const { agent, ticketId, read, write } = await withTicket()
    const again = async (run: () => Promise<unknown>) => {
      const results: unknown[] = []
      for (let n = 0; n < 30; n += 1) results.push(await run().catch((error: { status: number }) => error.status))
      return results
    }
    const attend = async () => {
      const { seq } = await write('more')
      const body = { isHere: true, isTyping: false, seenSeq: seq }
      return Promise.all([
        agent.call(reportPresence, { params: { ticketId }, body }),
        agent.call(reportPresence, { params: { ticketId }, body: { ...body, seenSeq: seq + 1 } }),
      ])
    }
    const move = async () => {
      const { version, can } = await read()
      const status = can.moveTo.find((step) => step !== 'resolved') ?? 'open'
      return agent.call(moveTicket, { params: { ticketId }, body: { version, status } })
    }
    const results = (await Promise.all([again(move), again(attend), again(move), again(attend)])).flat()
    expect(results.filter((one) => typeof one === 'number' && one !== 409)).toEqual([])
  }, 60_000)

  it('[T5] is unread again after the next message, whatever read position a client reported', async () => {
    const { agent, ticketId, write } = await withTicket()
    const body = { isHere: true, isTyping: false, seenSeq: 1_000_000 }
    await agent.call(reportPresence, { params: { ticketId }, body })
    const isUnread = async () => (await agent.call(listTickets, {})).items[0]?.isUnread
    expect(await isUnread()).toBe(false)
    await write('more')
    expect(await isUnread()).toBe(true)
  })

  it('[T5] shows the priority label of the form until the priority changes', async () => {
    const { agent, ticketId, read } = await withTicket({ priority: 'critical' })
    const { version } = await read()
    const body = { version, subject: 'Other', priority: 'urgent' as const }
    const changed = await agent.call(changeTicket, { params: { ticketId }, body })
    expect(changed).toMatchObject({ subject: 'Other', priority: 'urgent', priorityLabel: 'critical' })
    const lowered = { version: changed.version, priority: 'low' as const }
    expect(await agent.call(changeTicket, { params: { ticketId }, body: lowered })).toMatchObject({
      priorityLabel: 'low',
    })
  })

  it('[U6] is not rated where the business collects no ratings', async () => {
    const { acme, guest, slug, ticketId, moveTo } = await withTicket()
    await acme.tenant.tx((t) =>
      t.sql(`UPDATE tenant SET customer_experience = customer_experience || '{"enableRatings": false}'`),
    )
    await moveTo('in-progress')
    await moveTo('resolved')
    const params = { slug, ticketId }
    expect((await guest.call(getGuestTicket, { params })).canRate).toBe(false)
    const { items } = await guest.call(listGuestTickets, { params: { slug } })
    expect(items[0]?.canRate).toBe(false)
    const refused = await guest.fail(rateTicket, { params, body: { stars: 5, comment: '' } })
    expect([refused.status, refused.error.reason]).toEqual([409, 'ratings_off'])
  })

  it('[T8] that is a demo is not counted among the real ones', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme, 'admin')
    await agent.call(createDemoTickets, {})
    const { total, demo, can, ...counted } = await agent.call(getTicketCounters, {})
    expect([demo, can]).toEqual([2, { editDemo: true }])
    expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBe(0)
  })

  it('[T8] demo tickets are created once, two of them, also by eight requests at once', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme, 'admin')
    const made = await Promise.all(Array.from({ length: 8 }, () => agent.call(createDemoTickets, {})))
    expect(made.map(({ created }) => created).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 2])
  })

  it('[T8] demo tickets are created and removed by owners and admins only', async () => {
    const acme = await h.tenant()
    const [agent, owner] = [await h.member(acme), await h.member(acme, 'owner')]
    expect((await agent.fail(createDemoTickets, {})).error.code).toBe('forbidden')
    expect(await agent.call(getTicketCounters, {})).toMatchObject({ demo: 0, can: { editDemo: false } })
    await owner.call(createDemoTickets, {})
    expect((await agent.fail(deleteDemoTickets, {})).error.message).toMatch(/^Only owners and admins/)
    expect((await agent.call(getTicketCounters, {})).demo).toBe(2)
    expect(await owner.call(deleteDemoTickets, {})).toEqual({ deleted: 2 })
  })

  it('[T1] search accepts any characters', async () => {
    const { agent } = await withTicket()
    const searches = [
      '²',
      '½ ¾',
      "a'b:*",
      '\\',
      '!!',
      '& |',
      '((',
      '<->',
      '٣',
      '#',
      '#999999999',
      '0'.repeat(200),
      'ß ŉ ﬁ',
      '👩‍🚒',
      '\ud83d',
    ]
    for (const search of searches) await agent.call(listTickets, { query: { words: search } })
  })

  it('[T1] [U5] is not listed from a cursor that does not decode: every list answers invalid_input', async () => {
    const { agent, guest, slug, ticketId, conversationId } = await withTicket()
    const at = '2026-01-01T00:00:00.000Z'
    const encode = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url')
    const cursors = [
      '-271821-04-20T00:00:00.000Z',
      '+275760-09-13T00:00:00.000Z',
      '9'.repeat(150),
      '99999999999',
      '-5',
      encode({ at, id: '-'.repeat(36) }),
      encode({ at: '-271821-04-20T00:00:00.000Z', id: ticketId }),
      encode({ at: '0000-01-01T00:00:00.000Z', id: ticketId }),
      encode({ seq: -1 }),
      encode({ seq: 2_147_483_648 }),
      encode(null),
      encode('x'),
    ]
    for (const cursor of cursors) {
      const query = { cursor }
      const failures = [
        await agent.fail(listTickets, { query }),
        await agent.fail(getTicket, { params: { ticketId }, query }),
        await guest.fail(listGuestTickets, { params: { slug }, query }),
        await guest.fail(listGuestConversations, { params: { slug }, query }),
        await guest.fail(getGuestConversation, { params: { slug, conversationId }, query }),
      ]
      for (const { error } of failures) {
        expect(error).toMatchObject({ code: 'invalid_input', fields: { 'query.cursor': expect.any(String) } })
      }
    }
  })

  it('[T1] search pages through all that match, in order', async () => {
    const acme = await h.tenant()
    const guest = await h.guest(acme)
    const agent = await h.member(acme)
    for (let n = 0; n < 7; n += 1) {
      const form = { id: newId(), name: 'Jo', email: 'jo@example.com', subject: n % 2 ? `Bell ${n}` : `Lamp ${n}` }
      await guest.call(submitTicket, { params: { slug: acme.slug }, body: { ...form, description: 'D' } })
    }
    const query = { words: 'bell', limit: 2 }
    const first = await agent.call(listTickets, { query })
    const second = await agent.call(listTickets, { query: { ...query, cursor: first.nextCursor ?? '' } })
    expect([...first.items, ...second.items].map(({ subject }) => subject)).toEqual(['Bell 5', 'Bell 3', 'Bell 1'])
    expect(second.nextCursor).toBeNull()
  })

  it('[T5] of two messages with one id in two conversations at once, one is stored and one is a conflict', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const guest = await h.guest(acme)
    const tickets = await Promise.all(
      ['one', 'two'].map(async (subject) => {
        const form = { id: newId(), name: 'Jo', email: 'jo@example.com', subject, description: 'D' }
        return (await guest.call(submitTicket, { params: { slug: acme.slug }, body: form })).id
      }),
    )
    for (let n = 0; n < 10; n += 1) {
      const body = { id: newId() as MessageId, body: 'hello', visibility: 'public' as const, fileIds: [] }
      const sent = tickets.map((ticketId) =>
        agent.call(sendTicketMessage, { params: { ticketId }, body }).then(
          () => 201,
          (error: { status: number }) => error.status,
        ),
      )
      expect((await Promise.all(sent)).sort()).toEqual([201, 409])
    }
  })
})
