import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BulkChangeId, TicketId } from '#contracts/ids.ts'
import { cancelBulkChange, getBulkChange, startBulkChange, undoBulkChange } from '#contracts/ticket/bulk-change.ts'
import { changeTicket, createTicket, getTicket, listTickets, type TicketFilter } from '#contracts/ticket/ticket.ts'
import type { MacroAction } from '#contracts/ticket/ticket-action.ts'
import { makeManyTickets } from '#server/ticket/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { changeTickets, runBatches } from './run.ts'

const HOUR_MS = 3_600_000
let aheadMs = 0
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock: { now: () => new Date(Date.now() + aheadMs) } } })
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id
type Person = Awaited<ReturnType<Harness['member']>>

async function business(tickets: number) {
  const acme = await h.tenant()
  const agent = await h.member(acme)
  const ids: TicketId[] = []
  for (let n = 0; n < tickets; n += 1) {
    const body = { id: newId<TicketId>(), subject: `Ticket ${n}`, description: 'D' }
    ids.push((await agent.call(createTicket, { body })).id)
  }
  return { acme, agent, ids }
}

const change = (who: Person, actions: MacroAction[], selection: { ticketIds: TicketId[] } | { filter: TicketFilter }) =>
  who.call(startBulkChange, { body: { id: newId<BulkChangeId>(), actions, selection } })

const read = async (who: Person, ticketId: TicketId) => who.call(getTicket, { params: { ticketId } })
const count = async (who: Person, filter: TicketFilter) =>
  (await who.call(listTickets, { query: { ...filter, limit: 100 } })).items.length

describe('a change of many tickets', () => {
  it('[T9] sets status, priority, assignee and tags of chosen tickets, each with its activity entry, and is undone', async () => {
    const { agent, ids } = await business(3)
    const [first, second] = ids as [TicketId, TicketId]
    await agent.call(changeTicket, { params: { ticketId: first }, body: { version: 1, tags: ['kept', 'old'] } })
    const done = await change(
      agent,
      [
        { type: 'set_status', status: 'resolved' },
        { type: 'set_priority', priority: 'high' },
        { type: 'assign_member', assigneeId: 'me' },
        { type: 'add_tag', tag: 'new' },
        { type: 'remove_tag', tag: 'old' },
      ],
      { ticketIds: [first, second] },
    )
    expect(done).toMatchObject({ state: 'ended', total: 2, changed: 2, skipped: 0, canUndo: true })
    const changed = await read(agent, first)
    expect(changed.ticket).toMatchObject({ status: 'resolved', priority: 'high', tags: ['kept', 'new'] })
    expect(changed.ticket.assignee?.id).toBe(agent.actor.userId)
    expect(changed.activity.map(({ action }) => action)).toContain('Ticket status updated to resolved')
    expect((await read(agent, ids[2] as TicketId)).ticket.status).toBe('open')

    const undone = await agent.call(undoBulkChange, { params: { bulkChangeId: done.id } })
    expect(undone).toMatchObject({ state: 'ended', total: 2, changed: 2, canUndo: false })
    const { ticket } = await read(agent, first)
    expect(ticket).toMatchObject({ status: 'open', priority: 'medium', assignee: null, resolvedAt: null })
    expect([...ticket.tags].sort()).toEqual(['kept', 'old'])
    expect(await agent.call(undoBulkChange, { params: { bulkChangeId: done.id } })).toMatchObject({ id: undone.id })
  })

  it('[T9] leaves a ticket that was changed since as it is when it is undone, and can be undone for a day', async () => {
    const { agent, ids } = await business(2)
    const [first, second] = ids as [TicketId, TicketId]
    const done = await change(agent, [{ type: 'set_priority', priority: 'urgent' }], { ticketIds: ids })
    const { version } = (await read(agent, first)).ticket
    await agent.call(changeTicket, { params: { ticketId: first }, body: { version, priority: 'low' } })
    const params = { bulkChangeId: done.id }
    aheadMs = 25 * HOUR_MS
    expect((await agent.fail(undoBulkChange, { params })).error).toMatchObject({ code: 'conflict' })
    aheadMs = 0
    expect(await agent.call(undoBulkChange, { params })).toMatchObject({ changed: 1, skipped: 1 })
    expect((await read(agent, first)).ticket.priority).toBe('low')
    expect((await read(agent, second)).ticket.priority).toBe('medium')
  })

  it('[T9] of more than a hundred that match is made by a job: a killed process leaves no ticket out and changes none twice', async () => {
    const { acme, agent } = await business(0)
    await makeManyTickets(h, acme, 130)
    const begun = await change(agent, [{ type: 'add_tag', tag: 'swept' }], { filter: { statuses: ['open'] } })
    expect(begun).toMatchObject({ total: 130 })
    const params = { bulkChangeId: begun.id }
    // As two processes that believe the other one killed.
    const payload = { tenantId: acme.tenant.id, changeId: begun.id }
    await Promise.all([runBatches(acme.tenant, begun.id, 2), changeTickets.run(h.platform, payload)])
    await vi.waitFor(
      async () => expect(await agent.call(getBulkChange, { params })).toMatchObject({ state: 'ended', changed: 130 }),
      { timeout: 30_000 },
    )
    const [row] = await queryAsOwner<{ tickets: number; versions: number }>(
      h.database.ownerUrl,
      `SELECT count(*)::int AS tickets, max(version)::int AS versions FROM ticket WHERE tenant_id = $1 AND tags = '{swept}'`,
      [acme.tenant.id],
    )
    expect(row).toEqual({ tickets: 130, versions: 2 })
  })

  it('[T9] is cancelled after the ticket it is at, refused above the most, and names why a ticket stayed', async () => {
    const { acme, agent, ids } = await business(2)
    await makeManyTickets(h, acme, 130)
    const begun = await change(agent, [{ type: 'set_category', category: 'billing' }], { filter: {} })
    const cancelled = await agent.call(cancelBulkChange, { params: { bulkChangeId: begun.id } })
    expect(cancelled.state).toMatch(/cancelled|ended/)
    expect(await count(agent, { categories: ['billing'] })).toBeLessThanOrEqual(100)
    await queryAsOwner(h.database.ownerUrl, `UPDATE ticket SET status = 'closed' WHERE id = $1`, [ids[0]])
    const assigned = await change(agent, [{ type: 'assign_member', assigneeId: 'me' }], { ticketIds: ids })
    expect(assigned).toMatchObject({ changed: 1, skipped: 1, reason: expect.stringContaining('closed') })
    const stranger = await h.member(await h.tenant())
    expect((await stranger.fail(getBulkChange, { params: { bulkChangeId: begun.id } })).status).toBe(404)
    const actions: MacroAction[] = [{ type: 'set_priority', priority: 'low' }]
    const foreign = { body: { id: newId<BulkChangeId>(), actions, selection: { ticketIds: ids } } }
    expect((await stranger.fail(startBulkChange, foreign)).status).toBe(404)
  })
})
