import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BulkChangeId, MacroId, TicketId } from '#contracts/ids.ts'
import { cancelBulkChange, getBulkChange, startBulkChange, undoBulkChange } from '#contracts/ticket/bulk-change.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createMacro } from '#contracts/ticket/macro.ts'
import { changeTicket, createTicket, getTicket, listTickets, type TicketFilter } from '#contracts/ticket/ticket.ts'
import type { MacroAction } from '#contracts/ticket/ticket-action.ts'
import { makeManyTickets } from '#server/ticket/fixture.ts'
import { clientOf } from '#test/client.ts'
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

  it('[T9] of more than a hundred that match is made by a job: two processes at once leave no ticket out and change none twice', async () => {
    const { acme, agent } = await business(0)
    await makeManyTickets(h, acme, 130)
    const begun = await change(agent, [{ type: 'add_tag', tag: 'swept' }], { filter: { statuses: ['open'] } })
    expect(begun).toMatchObject({ total: 130 })
    const params = { bulkChangeId: begun.id }
    // As when a job's time is over while its process still works.
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

  it('[T9] runs a macro with the values of each ticket; one without a value stays as it is, with the reason', async () => {
    const { acme, agent } = await business(0)
    const make = async (name: string) => {
      const guest = await h.guest(acme)
      const id = newId<TicketId>()
      const form = { id, name, email: `${id}@example.com`, subject: 'S', description: 'D' }
      await guest.call(submitTicket, { params: { slug: acme.slug }, body: form })
      return id
    }
    const [jo, nameless] = [await make('Jo Doe'), await make('Anonymous Customer')]
    const macroId = newId<MacroId>()
    const actions: MacroAction[] = [
      { type: 'set_status', status: 'resolved' },
      { type: 'add_note', body: 'Done' },
    ]
    const content = { name: 'Sent', body: 'Hi {{customer.first_name}}', actions, isShared: true }
    await agent.call(createMacro, { body: { id: macroId, ...content } })
    const body = { id: newId<BulkChangeId>(), macroId, selection: { ticketIds: [jo, nameless] } }
    const done = await agent.call(startBulkChange, { body })
    expect(done).toMatchObject({
      total: 2,
      changed: 1,
      skipped: 1,
      reason: expect.stringMatching(/^There is no value/),
    })
    expect(await agent.call(startBulkChange, { body })).toEqual(done)
    const inGerman = clientOf(h.url, { ...agent.headers, 'accept-language': 'de' })
    const inTheirs = await inGerman.call(getBulkChange, { params: { bulkChangeId: body.id } })
    expect(inTheirs).toEqual({ ...done, reason: expect.stringMatching(/^Für .* gibt es keinen Wert/) })

    const [changed, kept] = [await read(agent, jo), await read(agent, nameless)]
    const bodies = ({ thread }: typeof changed) => thread.messages.map((message) => message.body)
    expect(changed.ticket.status).toBe('resolved')
    expect(bodies(changed).filter((one) => ['Hi Jo', 'Done'].includes(one))).toEqual(['Hi Jo', 'Done'])
    expect(changed.activity.map(({ action }) => action)).toContain('Macro “Sent” applied')
    expect([kept.ticket.status, kept.ticket.version, bodies(kept).some((one) => one.startsWith('Hi'))]).toEqual([
      'open',
      1,
      false,
    ])
    await agent.call(undoBulkChange, { params: { bulkChangeId: done.id } })
    const undone = await read(agent, jo)
    expect([undone.ticket.status, bodies(undone).includes('Hi Jo')]).toEqual(['open', true])
  })

  it('[T9] counts a ticket that only got a note, and refuses a macro of another business or member, and no change at all', async () => {
    const { acme, agent, ids } = await business(1)
    const macroOf = async (who: Person) => {
      const id = newId<MacroId>()
      const actions: MacroAction[] = [{ type: 'add_note', body: 'Seen' }]
      await who.call(createMacro, { body: { id, name: 'Seen', body: '', actions, isShared: false } })
      return id
    }
    const run = (given: object) => ({ body: { id: newId<BulkChangeId>(), selection: { ticketIds: ids }, ...given } })
    const done = await agent.call(startBulkChange, run({ macroId: await macroOf(agent) }))
    expect(done).toMatchObject({ changed: 1, skipped: 0 })
    const others = [await macroOf(await h.member(acme)), await macroOf(await h.member(await h.tenant()))]
    for (const macroId of others) expect((await agent.fail(startBulkChange, run({ macroId }))).status).toBe(404)
    const { status, error } = await agent.fail(startBulkChange, run({}))
    expect([status, error.fields?.['body.actions']]).toEqual([400, 'Choose what is to be changed, or a macro.'])
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
