import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getGuestConversation, sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import type { TicketId } from '#contracts/ids.ts'
import { rateTicket, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import {
  assignTicket,
  deleteTicket,
  getTicket,
  handBackTicket,
  moveTicket,
  sendTicketMessage,
  TicketStatus,
  takeTicket,
} from '#contracts/ticket/ticket.ts'
import { listTicketActivity } from '#server/tenant/service.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { closeResolved } from './jobs.ts'

let h: Harness
let acme: TestTenant
let guest: Awaited<ReturnType<Harness['guest']>>
let agent: Awaited<ReturnType<Harness['member']>>
beforeAll(async () => {
  h = await startHarness()
  acme = await h.tenant()
  guest = await h.guest(acme)
  agent = await h.member(acme, 'agent', 'Ann')
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never

async function ticketThatIs(status: TicketStatus) {
  const { slug } = acme
  const ticketId = crypto.randomUUID() as TicketId
  const params = { ticketId }
  const form = { id: ticketId, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
  const { conversationId } = await guest.call(submitTicket, { params: { slug }, body: form })
  const read = async () => (await agent.call(getTicket, { params })).ticket
  const to = async (next: TicketStatus) =>
    agent.call(moveTicket, { params, body: { version: (await read()).version, status: next } })
  const write = () =>
    guest.call(sendGuestMessage, {
      params: { slug, conversationId },
      body: { id: newId(), body: 'hello', fileIds: [] },
    })
  const thread = () => guest.call(getGuestConversation, { params: { slug, conversationId } })
  const path: Record<TicketStatus, TicketStatus[]> = {
    open: [],
    'in-progress': ['in-progress'],
    waiting: ['in-progress', 'waiting'],
    resolved: ['in-progress', 'resolved'],
    closed: ['in-progress', 'resolved', 'closed'],
  }
  for (const step of path[status]) await to(step)
  return { params, read, to, write, thread }
}

const MAY_BECOME: Record<TicketStatus, TicketStatus[]> = {
  open: ['in-progress'],
  'in-progress': ['open', 'waiting', 'resolved'],
  waiting: ['open', 'in-progress', 'resolved'],
  resolved: ['open', 'closed'],
  closed: ['open'],
}

describe('[T2] the status of a ticket', () => {
  it.each(TicketStatus.options)('moves from %s along the allowed steps; any other step is a conflict', async (from) => {
    const { read, to } = await ticketThatIs(from)
    expect([...(await read()).can.moveTo].sort()).toEqual([...MAY_BECOME[from]].sort())
    for (const next of TicketStatus.options.filter((one) => !MAY_BECOME[from].includes(one))) {
      const refused = await to(next).catch((error: { status: number; error: { reason: string } }) => error)
      expect(refused).toMatchObject({ status: 409, error: { reason: 'transition', current: { status: from } } })
    }
    for (const next of MAY_BECOME[from]) {
      const one = await ticketThatIs(from)
      expect((await one.to(next)).status).toBe(next)
    }
  })

  it.each([
    ['open', 'open', null],
    ['in-progress', 'in-progress', null],
    ['waiting', 'open', 'The customer replied'],
    ['resolved', 'open', 'Reopened by the customer’s reply'],
    ['closed', 'open', 'Reopened by the customer’s reply'],
  ] as const)('goes from %s to %s when the customer writes', async (from, next, recorded) => {
    const { params, read, write, thread } = await ticketThatIs(from)
    await write()
    expect(await read()).toMatchObject({ status: next, resolvedAt: null, closedAt: null })
    const { activity } = await agent.call(getTicket, { params })
    if (recorded) expect(activity[0]?.action).toBe(recorded)
    expect((await thread()).conversation.state).toBe('waiting')
  })

  it('becomes in progress, with an assignee, by Take Ticket or by a reply; only an open ticket can be taken', async () => {
    const { params, read } = await ticketThatIs('open')
    const taken = await agent.call(takeTicket, { params, body: { version: (await read()).version } })
    expect(taken).toMatchObject({ status: 'in-progress', assignee: { name: 'Ann' }, can: { take: false } })
    const again = await agent.fail(takeTicket, { params, body: { version: taken.version } })
    expect(again.error).toMatchObject({ code: 'conflict', reason: 'transition' })
    const other = await ticketThatIs('open')
    const body = { id: newId(), body: 'I look into it', visibility: 'public' as const, fileIds: [] }
    await agent.call(sendTicketMessage, { params: other.params, body })
    expect(await other.read()).toMatchObject({ status: 'in-progress', assignee: { name: 'Ann' } })
  })

  it('stores the time of the first response once: a member’s later reply leaves it', async () => {
    const { params, read } = await ticketThatIs('open')
    const reply = (body: string) =>
      agent.call(sendTicketMessage, { params, body: { id: newId(), body, visibility: 'public', fileIds: [] } })
    expect((await read()).firstResponseAt).toBeNull()
    const first = await reply('I look into it')
    expect((await read()).firstResponseAt).toBe(first.createdAt)
    const second = await reply('It is repaired')
    expect(second.createdAt).not.toBe(first.createdAt)
    expect((await read()).firstResponseAt).toBe(first.createdAt)
  })

  it('stores when the ticket was resolved and closed, and clears both when it is opened again', async () => {
    const { read, to } = await ticketThatIs('in-progress')
    const times = async () => {
      const { resolvedAt, closedAt } = await read()
      return { resolvedAt, closedAt }
    }
    expect(await times()).toEqual({ resolvedAt: null, closedAt: null })
    const { updatedAt: resolvedAt } = await to('resolved')
    expect(await times()).toEqual({ resolvedAt, closedAt: null })
    const { updatedAt: closedAt } = await to('closed')
    expect(await times()).toEqual({ resolvedAt, closedAt })
    await to('open')
    expect(await times()).toEqual({ resolvedAt: null, closedAt: null })
  })

  it('does not change by an internal note, which the customer does not see', async () => {
    const { params, read, thread } = await ticketThatIs('open')
    const before = (await thread()).messages.length
    const body = { id: newId(), body: 'a note', visibility: 'note' as const, fileIds: [] }
    await agent.call(sendTicketMessage, { params, body })
    expect(await read()).toMatchObject({ status: 'open', assignee: null, firstResponseAt: null, preview: 'D' })
    const after = await thread()
    expect(after.messages).toHaveLength(before)
    expect(JSON.stringify(after)).not.toContain('a note')
  })

  it('[T3] must be finished for a deletion, and not closed for an assignment', async () => {
    const { params, read } = await ticketThatIs('in-progress')
    expect((await agent.fail(deleteTicket, { params })).status).toBe(409)
    const closed = await ticketThatIs('closed')
    const body = { version: (await closed.read()).version, assigneeId: null }
    expect((await agent.fail(assignTicket, { params: closed.params, body })).status).toBe(409)
    await agent.call(deleteTicket, { params: closed.params })
    expect((await agent.fail(getTicket, { params: closed.params })).status).toBe(404)
    expect((await read()).status).toBe('in-progress')
  })

  it('[T3] leaves an activity entry with subject and member when its ticket is deleted', async () => {
    const { params } = await ticketThatIs('resolved')
    await agent.call(deleteTicket, { params })
    // No route reads the activity of a deleted ticket.
    const [entry] = await acme.tenant.read((t) => listTicketActivity(t, params.ticketId))
    expect(entry).toMatchObject({
      type: 'ticket_deletion',
      action: 'Ticket deleted',
      ticketSubject: 'S',
      actorName: 'Ann',
    })
  })

  it('[H5] is not handed back to the assistant once the ticket is finished', async () => {
    const { params, thread } = await ticketThatIs('resolved')
    expect((await agent.fail(handBackTicket, { params })).status).toBe(409)
    expect((await thread()).conversation.state).toBe('closed')
  })

  it('[U6] is not changed by a rating, which a finished ticket takes once: a second one is a conflict', async () => {
    const { params, read } = await ticketThatIs('resolved')
    const rate = { params: { slug: acme.slug, ...params }, body: { stars: 5, comment: '' } }
    await guest.call(rateTicket, rate)
    const again = await guest.fail(rateTicket, { ...rate, body: { stars: 1, comment: 'changed my mind' } })
    expect([again.status, again.error.reason]).toEqual([409, 'rated'])
    expect(await read()).toMatchObject({ status: 'resolved', rating: 5, ratingComment: null })
  })

  it('becomes closed after seven days as resolved, not before', async () => {
    const resolvedFor = async (days: number) => {
      const made = await ticketThatIs('resolved')
      const id = made.params.ticketId
      await acme.tenant.tx((t) =>
        t.sql('UPDATE ticket SET resolved_at = $1 WHERE id = $2', [new Date(t.now.getTime() - days * 86_400_000), id]),
      )
      return made
    }
    const [long, short] = [await resolvedFor(7.1), await resolvedFor(6.9)]
    await closeResolved.run(h.platform)
    expect((await long.read()).status).toBe('closed')
    expect((await short.read()).status).toBe('resolved')
    const { activity } = await agent.call(getTicket, { params: long.params })
    expect(activity[0]).toMatchObject({ actorName: 'Segue', action: 'Ticket status updated to closed' })
  })
})
