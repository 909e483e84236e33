import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { rateTicket, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import {
  assignTicket,
  changeTicket,
  getTicket,
  moveTicket,
  sendTicketMessage,
  takeTicket,
} from '#contracts/ticket/ticket.ts'
import { pathOf, type TestClient } from './client.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { countRows, post, times } from './proof/concurrent-requests.ts'
import { startChat, submitForm } from './proof/full-tenant.ts'

let h: Harness
let acme: TestTenant
let guest: Awaited<ReturnType<Harness['guest']>>
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())
beforeEach(async () => {
  acme = await h.tenant()
  guest = await h.guest(acme)
})

const agent = (name: string) => h.member(acme, 'agent', name)

const newId = () => crypto.randomUUID() as never

const count = (table: string, where: string, values: unknown[]) =>
  countRows(h.database, acme.tenant.id, table, where, values)

const form = { name: 'Jo', email: 'jo@example.com', subject: 'Bell', description: 'It does not ring' }

describe('concurrent changes of a ticket', () => {
  const open = async () => {
    const ticketId: TicketId = await submitForm(guest, acme.slug)
    const ann = await agent('Ann')
    const { ticket } = await ann.call(getTicket, { params: { ticketId } })
    return { ann, ticketId, params: { ticketId }, version: ticket.version }
  }

  it('[T7] of two members one changes the ticket, the other gets a conflict with the current row', async () => {
    const { ann, params, version, ticketId } = await open()
    const bob = await agent('Bob')
    const change = (who: TestClient, priority: string) =>
      who.raw(pathOf(changeTicket, { params }), {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ version, priority }),
      })
    const replies = await Promise.all([change(ann, 'high'), change(bob, 'urgent')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = replies[0]!.status === 200 ? replies : [replies[1]!, replies[0]!]
    const stored = await winner!.json()
    const { error } = await loser!.json()
    expect(error).toMatchObject({ code: 'conflict', reason: 'version' })
    expect(error.current).toMatchObject({ id: ticketId, version: version + 1, priority: stored.priority })
    const { ticket } = await bob.call(getTicket, { params })
    expect(ticket.priority).toBe(stored.priority)
    // The other member repeats the change on the current row.
    const body = { version: error.current.version, priority: 'low' as const }
    expect(await bob.call(changeTicket, { params, body })).toMatchObject({ priority: 'low', version: version + 2 })
  })

  it('[T7] every changing route refuses an old version', async () => {
    const { ann, params, version } = await open()
    const bob = await agent('Bob')
    await ann.call(changeTicket, { params, body: { version, priority: 'high' } })
    const refused = [
      await bob.fail(changeTicket, { params, body: { version, subject: 'Old' } }),
      await bob.fail(moveTicket, { params, body: { version, status: 'in-progress' } }),
      await bob.fail(takeTicket, { params, body: { version } }),
      await bob.fail(assignTicket, { params, body: { version, assigneeId: null } }),
    ]
    for (const { status, error } of refused) {
      expect([status, error.reason, (error.current as { priority: string }).priority]).toEqual([409, 'version', 'high'])
    }
  })

  it('of 40 concurrent requests to take a ticket one succeeds', async () => {
    const { ann, params, version, ticketId } = await open()
    const bob = await agent('Bob')
    const path = pathOf(takeTicket, { params })
    const replies = await Promise.all(times(40).map((n) => post(n % 2 === 0 ? ann : bob, path, { version })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(39)
    expect(await count('activity_log', "action LIKE 'Assigned to%' AND ticket_id = $2", [ticketId])).toBe(1)
  })

  it('[U6] exactly one of 200 concurrent ratings is stored', async () => {
    const { ann, params, version, ticketId } = await open()
    const { version: second } = await ann.call(takeTicket, { params, body: { version } })
    await ann.call(moveTicket, { params, body: { version: second, status: 'resolved' } })
    const path = pathOf(rateTicket, { params: { slug: acme.slug, ticketId } })
    const replies = await Promise.all(times(200).map((n) => post(guest, path, { stars: 1 + (n % 5) })))
    const won = replies.filter(({ status }) => status === 200)
    const lost = replies.filter(({ status, body }) => status === 409 && body.error?.reason === 'rated')
    expect([won.length, lost.length]).toEqual([1, 199])
    const [row] = await queryAsOwner<{ rating: number }>(
      h.database.ownerUrl,
      'SELECT rating FROM ticket WHERE id = $1',
      [ticketId],
    )
    expect(row?.rating).toBe((won[0]!.body as { rating?: number }).rating)
    expect(await count('message', "kind = 'rated'", [])).toBe(1)
  })

  it('a chat that is submitted 20 times at once under different ids becomes one ticket', async () => {
    const { conversationId } = await startChat(guest, acme.slug)
    const path = pathOf(submitTicket, { params: { slug: acme.slug } })
    const replies = await Promise.all(times(20).map(() => post(guest, path, { ...form, id: newId(), conversationId })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.error?.reason === 'has_ticket')).toHaveLength(19)
  })

  it('tickets that are created at once get numbers without gaps or duplicates', async () => {
    await Promise.all(times(30).map(() => submitForm(guest, acme.slug)))
    const rows = await queryAsOwner<{ number: number }>(
      h.database.ownerUrl,
      'SELECT number FROM ticket WHERE tenant_id = $1 ORDER BY 1',
      [acme.tenant.id],
    )
    expect(rows.map(({ number }) => number)).toEqual(times(30).map((n) => n + 1))
  })

  it('messages sent at once by customer and member have one order, in the database and in the stream', async () => {
    const { conversationId, params } = await startChat(guest, acme.slug)
    const ticketId = await submitForm(guest, acme.slug, conversationId)
    const ann = await agent('Ann')
    const stream = await guest.stream(`/api/portal/${acme.slug}/conversations/${conversationId}/stream?after=0`)
    const body = (n: number) => ({ id: newId() as MessageId, body: `n${n}`, fileIds: [] })
    await Promise.all(
      times(40).map((n) =>
        n % 2 === 0
          ? guest.call(sendGuestMessage, {
              params: params as { slug: string; conversationId: ConversationId },
              body: body(n),
            })
          : ann.call(sendTicketMessage, { params: { ticketId }, body: { ...body(n), visibility: 'public' as const } }),
      ),
    )
    const rows = await queryAsOwner<{ body: string; seq: number }>(
      h.database.ownerUrl,
      "SELECT body, seq FROM message WHERE conversation_id = $1 AND body ~ '^n\\d+$' ORDER BY seq",
      [conversationId],
    )
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(40)
    await stream.waitFor('message.created', ({ message }) => message.body === rows.at(-1)?.body)
    const received = stream.received.flatMap(({ event }) =>
      event.type === 'message.created' && /^n\d+$/.test(event.message.body) ? [event.message.body] : [],
    )
    expect(received).toEqual(rows.map((row) => row.body))
    stream.close()
  })
})
