import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { checkDataImport, getDataImport, runDataImport } from '#contracts/data-import/data-import.ts'
import { upload } from '#server/data-import/fixture.ts'
import { type Harness, startHarness } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { startKilledAt } from './proof/killed-server.ts'
import type { ServerProcess } from './proof/server-process.ts'

const TICKETS = 900

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

const ticketOf = (id: number) =>
  JSON.stringify({
    id,
    subject: `Ticket ${id}`,
    status: 'closed',
    requester: {
      id: 100 + (id % 50),
      name: `Customer ${id % 50}`,
      email: `customer${id % 50}@mail.example`,
      role: 'end-user',
    },
    created_at: '2024-01-02T03:04:05Z',
    comments: [
      {
        id: id * 2,
        author_id: 100 + (id % 50),
        plain_body: `Question ${id}`,
        public: true,
        created_at: '2024-01-02T03:04:05Z',
      },
      { id: id * 2 + 1, author_id: 1, plain_body: `Answer ${id}`, public: true, created_at: '2024-01-02T04:04:05Z' },
    ],
  })

it('[D5] an import whose worker is killed in the middle of a batch goes on: no ticket twice, none lost, each with its thread', async () => {
  const acme = await h.tenant()
  const owner = await h.member(acme, 'owner')
  const text = Array.from({ length: TICKETS }, (_, index) => ticketOf(index + 1)).join('\n')
  // Before the third batch has its tickets.
  const killed = await startKilledAt(h, 'INSERT INTO ticket (tenant_id', { KILL_AT_PLACE: '3' })
  const { id } = await upload(owner, 'zendesk', 'tickets.json', text)
  const params = { dataImportId: id }
  const until = (status: string) =>
    vi.waitFor(async () => expect(await owner.call(getDataImport, { params })).toMatchObject({ status }), {
      timeout: 200_000,
      interval: 300,
    })
  await until('ready')
  await owner.call(checkDataImport, { params })
  await until('checked')
  await owner.call(runDataImport, { params })
  await killed.exited
  expect(killed.child.signalCode).toBe('SIGKILL')
  const half = await owner.call(getDataImport, { params })
  expect(half.status).toBe('running')
  expect(half.result?.ticket.added).toBeGreaterThan(0)
  expect(half.result?.ticket.added).toBeLessThan(TICKETS)

  // What stands still for a minute is queued again, which this test does not wait for.
  await queryAsOwner(
    h.database.ownerUrl,
    `UPDATE data_import SET changed_at = changed_at - interval '1 hour' WHERE id = $1`,
    [id],
  )
  last = await startKilledAt(h, null, {})
  await until('done')
  expect((await owner.call(getDataImport, { params })).result).toMatchObject({
    ticket: { added: TICKETS, known: 0, skipped: 0 },
    customer: { added: 50 },
  })
  const [counts] = await queryAsOwner(
    h.database.ownerUrl,
    `SELECT count(*)::int AS tickets, count(DISTINCT t.number)::int AS numbers, max(t.number) AS last, count(DISTINCT t.subject)::int AS subjects,
       (SELECT count(*)::int FROM message m WHERE m.tenant_id = $1) AS messages,
       (SELECT count(*)::int FROM ticket_words w WHERE w.tenant_id = $1) AS indexed
     FROM ticket t WHERE t.tenant_id = $1`,
    [acme.tenant.id],
  )
  expect(counts).toEqual({
    ...{ tickets: TICKETS, numbers: TICKETS, last: TICKETS, subjects: TICKETS },
    ...{ messages: 3 * TICKETS, indexed: TICKETS },
  })
}, 500_000)
