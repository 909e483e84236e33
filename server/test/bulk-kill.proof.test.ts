import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { BulkChangeId, MacroId } from '#contracts/ids.ts'
import { getBulkChange, startBulkChange } from '#contracts/ticket/bulk-change.ts'
import { createMacro } from '#contracts/ticket/macro.ts'
import { makeManyTickets } from '#server/ticket/fixture.ts'
import { type Harness, startHarness } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { startKilledAt } from './proof/killed-server.ts'
import type { ServerProcess } from './proof/server-process.ts'

const TICKETS = 130
const DONE_BEFORE = 40

let h: Harness
let last: ServerProcess | undefined
beforeAll(async () => {
  // Runs no jobs: the processes below do.
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(async () => {
  last?.child.kill('SIGKILL')
  await last?.exited
  await h.stop()
})

const query = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  queryAsOwner<Row>(h.database.ownerUrl, sql, values)

it('[T9] a macro on many tickets whose worker is killed in the middle is done by the next one: each ticket once, with one note', async () => {
  const acme = await h.tenant()
  const agent = await h.member(acme)
  await makeManyTickets(h, acme, TICKETS)
  const macroId = crypto.randomUUID() as MacroId
  const actions = [
    { type: 'add_tag' as const, tag: 'swept' },
    { type: 'add_note' as const, body: 'Swept' },
  ]
  await agent.call(createMacro, { body: { id: macroId, name: 'Sweep', body: '', actions, isShared: true } })

  const place = { KILL_AT_PLACE: String(DONE_BEFORE + 1) }
  const killed = await startKilledAt(h, 'update "ticket_bulk_item"', place)
  const body = { id: crypto.randomUUID() as BulkChangeId, macroId, selection: { filter: {} } }
  await agent.call(startBulkChange, { body })
  await killed.exited
  expect(killed.child.signalCode).toBe('SIGKILL')
  const params = { bulkChangeId: body.id }
  expect(await agent.call(getBulkChange, { params })).toMatchObject({ state: 'running', done: DONE_BEFORE })

  // A job whose process died is given to another when its time is over: two minutes, which this test does not wait for.
  const [lost] = await query(
    `UPDATE pgboss.job SET started_on = started_on - interval '1 hour' WHERE name = 'ticket.changeTickets' AND state = 'active' RETURNING id`,
  )
  expect(lost).toBeDefined()
  last = await startKilledAt(h, null, {})
  await vi.waitFor(
    async () => expect(await agent.call(getBulkChange, { params })).toMatchObject({ state: 'ended', changed: TICKETS }),
    { timeout: 200_000, interval: 500 },
  )
  const tenant = [acme.tenant.id]
  expect(
    await query(
      `SELECT count(*)::int AS tickets, min(version) AS first, max(version) AS last FROM ticket WHERE tenant_id = $1 AND tags = '{swept}'`,
      tenant,
    ),
  ).toEqual([{ tickets: TICKETS, first: 2, last: 2 }])
  expect(
    await query(
      `SELECT count(*)::int AS notes, count(DISTINCT conversation_id)::int AS conversations FROM message WHERE tenant_id = $1 AND body = 'Swept'`,
      tenant,
    ),
  ).toEqual([{ notes: TICKETS, conversations: TICKETS }])
}, 400_000)
