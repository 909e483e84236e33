import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { TeamId, TicketId } from '#contracts/ids.ts'
import { setAvailability } from '#contracts/team/staff.ts'
import { createTeam } from '#contracts/team/team.ts'
import { assignTicket, createTicket, getTicket, moveTicket } from '#contracts/ticket/ticket.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { waitingForMe } from '#test/lock-waits.ts'
import { assignInTurn } from './assign-in-turn.ts'
import { lockAvailableMembers } from './queries.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

/** A team of three, one of them away, that shares its tickets in turn. */
async function sharing(ticketLimit: number | null, teamId = crypto.randomUUID() as TeamId) {
  const acme = await h.tenant()
  const owner = await h.member(acme, 'owner')
  const members = await Promise.all(['Ann', 'Ben', 'Cleo', 'Dan'].map((name) => h.member(acme, 'agent', name)))
  const memberIds = members.map(({ actor }) => actor.userId)
  await owner.call(createTeam, { body: { id: teamId, name: 'Support', memberIds, ticketLimit } })
  await members[3]?.call(setAvailability, { body: { availability: 'away' } })
  const newTicket = async () => {
    const ticketId = crypto.randomUUID() as TicketId
    const { version } = await owner.call(createTicket, { body: { id: ticketId, subject: 'S', description: 'D' } })
    await owner.call(assignTicket, { params: { ticketId }, body: { version, teamId } })
    return ticketId
  }
  const assigneeOf = async (ticketId: TicketId) =>
    (await owner.call(getTicket, { params: { ticketId } })).ticket.assignee?.name ?? 'nobody'
  const shares = async (ids: TicketId[]) => {
    const names = await Promise.all(ids.map(assigneeOf))
    return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]).sort())
  }
  const finish = async (ticketId: TicketId) => {
    for (const status of ['in-progress', 'resolved'] as const) {
      const { version } = (await owner.call(getTicket, { params: { ticketId } })).ticket
      await owner.call(moveTicket, { params: { ticketId }, body: { version, status } })
    }
  }
  return { acme, members, newTicket, assigneeOf, shares, finish }
}

const run = () => assignInTurn.run(h.platform)
const twenty = (make: () => Promise<TicketId>) => Promise.all(Array.from({ length: 20 }, make))

it('[T11] one assignment takes at most seventeen statements', async () => {
  const { newTicket } = await sharing(5)
  await newTicket()
  // Three of them choose the members who are alerted and alert them, in the round trip of the commit.
  const { texts, statements } = await measureCall(run)
  expect(statements, texts.join('\n')).toBeLessThanOrEqual(17)
})

it('[T11] twenty tickets at once are shared evenly by two processes; whoever is away gets none', async () => {
  const { newTicket, shares } = await sharing(50)
  const ids = await twenty(newTicket)
  await Promise.all([run(), run()])
  expect(Object.values(await shares(ids)).sort()).toEqual([6, 7, 7])
  expect(await shares(ids)).not.toHaveProperty('Dan')
})

it('[T11] nobody gets more than the limit; what waits is assigned when somebody is free or available again', async () => {
  const { members, newTicket, assigneeOf, shares, finish } = await sharing(6)
  const ids = await twenty(newTicket)
  await Promise.all([run(), run()])
  expect(await shares(ids)).toEqual({ Ann: 6, Ben: 6, Cleo: 6, nobody: 2 })
  const ofBen = (await Promise.all(ids.map(async (id) => ((await assigneeOf(id)) === 'Ben' ? [id] : [])))).flat()
  await finish(ofBen[0] as TicketId)
  await run()
  expect(await shares(ids)).toEqual({ Ann: 6, Ben: 7, Cleo: 6, nobody: 1 })
  await members[3]?.call(setAvailability, { body: { availability: 'available' } })
  await run()
  expect(await shares(ids)).toEqual({ Ann: 6, Ben: 7, Cleo: 6, Dan: 1 })
})

it('[T11] nobody gets more than the limit while another process assigns them a ticket', async () => {
  const teamId = crypto.randomUUID() as TeamId
  const { acme, members, newTicket, assigneeOf } = await sharing(1, teamId)
  for (const one of members.slice(1)) await one.call(setAvailability, { body: { availability: 'away' } })
  const waiting = await newTicket()
  const assigned = await newTicket()
  const { promise: isLocked, resolve: start } = Promise.withResolvers<void>()
  // Another process, outside the transaction.
  const running = isLocked.then(run)
  await acme.tenant.tx(async (t) => {
    await lockAvailableMembers(t, teamId)
    const ann = members[0]?.actor.userId
    await t.sql('UPDATE ticket SET assignee_id = $3 WHERE tenant_id = $1 AND id = $2', [t.tenantId, assigned, ann])
    start()
    await vi.waitFor(async () => expect(await waitingForMe(t)).toBe(1), { timeout: 50_000 })
  })
  await running
  expect(await assigneeOf(waiting)).toBe('nobody')
})

it('[T11] the tickets of a team without a limit wait for who takes them', async () => {
  const { newTicket, assigneeOf } = await sharing(null)
  const id = await newTicket()
  await run()
  expect(await assigneeOf(id)).toBe('nobody')
})

/** Teams before every other one, each with a waiting ticket and nobody who could take it. */
const addTeamsWithoutRoom = ({ tenant }: TestTenant, teams: number) =>
  tenant.tx(async (t) => {
    await t.sql(
      `INSERT INTO team (tenant_id, id, name, ticket_limit)
       SELECT $1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Without room ' || n, 1 FROM generate_series(1, $2) n`,
      [tenant.id, teams],
    )
    await t.sql(
      `INSERT INTO conversation (tenant_id, id, channel, state) SELECT $1, id, 'desk', 'waiting' FROM team WHERE tenant_id = $1 AND name LIKE 'Without%'`,
      [tenant.id],
    )
    await t.sql(
      `INSERT INTO ticket (tenant_id, id, number, conversation_id, description, priority_label, source, team_id)
       SELECT $1, id, 1000 + row_number() OVER (), id, 'D', 'medium', 'desk', id FROM team WHERE tenant_id = $1 AND name LIKE 'Without%'`,
      [tenant.id],
    )
  })

it('[T11] a team gets its tickets also behind two hundred teams of which nobody has room', async () => {
  const { acme, newTicket, assigneeOf } = await sharing(5, 'ffffffff-ffff-4fff-8fff-ffffffffffff' as TeamId)
  await addTeamsWithoutRoom(acme, 200)
  const id = await newTicket()
  await run()
  expect(await assigneeOf(id)).not.toBe('nobody')
}, 120_000)
