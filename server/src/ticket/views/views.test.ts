import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SavedViewId, TeamId, TicketFieldId, TicketId } from '#contracts/ids.ts'
import { createTeam, deleteTeam } from '#contracts/team/team.ts'
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  MAX_SAVED_VIEWS,
} from '#contracts/ticket/saved-view.ts'
import {
  assignTicket,
  changeTicket,
  createTicket,
  deleteTicket,
  listTickets,
  type TicketFilter,
} from '#contracts/ticket/ticket.ts'
import { createTicketField } from '#contracts/ticket/ticket-field.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { foldTicketViewTallies } from './jobs.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id
type Person = Awaited<ReturnType<Harness['member']>>

async function business() {
  const acme = await h.tenant()
  return { acme, admin: await h.member(acme, 'admin'), agent: await h.member(acme) }
}

const save = (who: Person, filter: TicketFilter, isShared = false, name = 'View') =>
  who.call(createSavedView, { body: { id: newId<SavedViewId>(), name, audience: isShared ? 'shared' : 'own', filter } })

const open = (who: Person, subject = 'A lamp') =>
  who.call(createTicket, { body: { id: newId<TicketId>(), subject, description: 'D' } })

/** What the counters say, and how many tickets the list has for the same filters. */
async function compared(who: Person) {
  const { items } = await who.call(listSavedViews)
  const listed = await Promise.all(
    items.map(async ({ filter }) => (await who.call(listTickets, { query: { ...filter, limit: 100 } })).items.length),
  )
  return { counted: items.map(({ count }) => count), listed }
}

const TAGS = ['red', 'green', 'blue']
/** Ids of fields: a choice, one of several values, one of yes or no. */
const [CHOICE, MANY, SURE] = [newId<TicketFieldId>(), newId<TicketFieldId>(), newId<TicketFieldId>()]

/** Changes random tickets by SQL, in many statements and transactions, as every way of writing may. */
async function changeAtRandom({ tenant }: TestTenant, people: readonly Person[], teamId: TeamId, times: number) {
  const some = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
  for (let n = 0; n < times; n += 1) {
    await queryAsOwner(
      h.database.ownerUrl,
      `UPDATE ticket SET status = $2, priority = $3, assignee_id = $4, team_id = $5, tags = $6, category = $7, source = $8, rating = $9,
         snoozed_until_reply = $11, sla_state = $13, custom_fields = $14, merged_into_id = CASE WHEN $12 THEN (SELECT id FROM ticket WHERE tenant_id = $1 AND number = 1) END
       WHERE tenant_id = $1 AND number % 7 = $10`,
      [
        tenant.id,
        some(['open', 'in-progress', 'waiting', 'resolved', 'closed']),
        some(['low', 'medium', 'high', 'urgent']),
        some([null, ...people.map(({ actor }) => actor.userId)]),
        some([null, teamId]),
        TAGS.filter(() => Math.random() < 0.4),
        some(['general', 'a, b']),
        some(['chat', 'email', 'guest_portal', 'desk']),
        some([null, 1, 5]),
        n % 7,
        Math.random() < 0.2,
        Math.random() < 0.1,
        some([null, 'running', 'soon', 'breached']),
        JSON.stringify(
          some<object>([{}, { [CHOICE]: 'new, boxed' }, { [CHOICE]: 'old', [MANY]: ['a', 'b'] }, { [SURE]: false }]),
        ),
      ],
    )
  }
}

describe('the counters of saved views', () => {
  it('[T11] equal a plain count of the list after any changes, also of changes while a view is saved', async () => {
    const { acme, admin, agent } = await business()
    const teamId = newId<TeamId>()
    await admin.call(createTeam, { body: { id: teamId, name: 'Billing', memberIds: [] } })
    for (const [id, type] of [
      [CHOICE, 'choice'],
      [MANY, 'choices'],
      [SURE, 'yes_no'],
    ] as const) {
      const options = type === 'yes_no' ? [] : ['a', 'b', 'new, boxed', 'old']
      await admin.call(createTicketField, { body: { id, key: type, name: type, type, options } })
    }
    for (let n = 0; n < 30; n += 1) await open(agent, `Ticket ${n}`)
    const links = `UPDATE ticket SET utm_source = (ARRAY['website', 'email', NULL])[number % 3 + 1] WHERE tenant_id = $1`
    await queryAsOwner(h.database.ownerUrl, links, [acme.tenant.id])
    const filters: TicketFilter[] = [
      {},
      { statuses: ['open', 'waiting'] },
      { assignees: ['me'] },
      { assignees: ['me', 'none'], priorities: ['high', 'urgent'] },
      { assignees: [agent.actor.userId], statuses: ['open'] },
      { teams: [teamId, 'none'], channels: ['form', 'email'] },
      { tags: ['red', 'blue'], ratings: ['none'] },
      { categories: ['a, b'], ratings: ['5', '1'], sources: ['chat'] },
      { snoozed: 'yes', statuses: ['open', 'closed'] },
      { sla: ['soon', 'breached'], statuses: ['open', 'closed'] },
      { fields: [`${CHOICE}:new, boxed`, `${CHOICE}:none`] },
      { fields: [`${CHOICE}:old`, `${MANY}:b`, `${MANY}:c`] },
      { fields: [`${SURE}:no`] },
      { utmSources: ['website', 'none'], statuses: ['open', 'closed'] },
      { utmSources: ['email'] },
      { createdWithinDays: 3, unread: 'no' },
      { words: 'ticket', statuses: ['resolved'] },
    ]
    const changes = changeAtRandom(acme, [admin, agent], teamId, 60)
    for (const filter of filters) await save(admin, filter, true)
    await changes
    for (let round = 0; round < 4; round += 1) {
      await changeAtRandom(acme, [admin, agent], teamId, 10)
      if (round % 2 === 0) await foldTicketViewTallies.run(h.platform)
      for (const who of [admin, agent]) {
        const { counted, listed } = await compared(who)
        expect(counted).toEqual(listed)
      }
    }
  }, 60_000)

  it('[T11] follow each change of a member: created, tagged, assigned, deleted', async () => {
    const { admin, agent } = await business()
    const countsOf = async (who: Person) => (await compared(who)).counted
    await save(admin, { statuses: ['open'] }, true, 'A')
    await save(admin, { tags: ['refund'] }, true, 'B')
    await save(admin, { assignees: ['me'] }, true, 'C')
    const { id, version } = await open(agent)
    expect(await countsOf(agent)).toEqual([1, 0, 0])
    const params = { ticketId: id }
    const tagged = await agent.call(changeTicket, { params, body: { version, tags: ['refund'] } })
    await agent.call(assignTicket, { params, body: { version: tagged.version, assigneeId: agent.actor.userId } })
    expect(await countsOf(agent)).toEqual([1, 1, 1])
    expect(await countsOf(admin)).toEqual([1, 1, 0])
    await queryAsOwner(h.database.ownerUrl, `UPDATE ticket SET status = 'closed' WHERE id = $1`, [id])
    await agent.call(deleteTicket, { params })
    expect(await countsOf(agent)).toEqual([0, 0, 0])
  })
})

describe('a saved view', () => {
  it('[T11] is shared by owners and admins, seen by all, and changed by none but them; an own one is seen by nobody else', async () => {
    const { admin, agent } = await business()
    const refused = await agent.fail(createSavedView, {
      body: { id: newId<SavedViewId>(), name: 'Mine for all', audience: 'shared', filter: {} },
    })
    expect(refused.status).toBe(403)
    const shared = await save(admin, { statuses: ['waiting'] }, true, 'Waiting')
    const own = await save(agent, { assignees: ['me'] }, false, 'My work')
    const seen = (who: Person) => who.call(listSavedViews).then(({ items }) => items.map(({ name }) => name))
    expect(await seen(agent)).toEqual(['Waiting', 'My work'])
    expect(await seen(admin)).toEqual(['Waiting'])
    const params = { savedViewId: shared.id }
    const body = { name: 'Renamed', filter: { statuses: ['closed'] } } satisfies { name: string; filter: TicketFilter }
    expect((await agent.fail(changeSavedView, { params, body })).status).toBe(403)
    expect((await agent.fail(deleteSavedView, { params })).status).toBe(403)
    expect((await admin.fail(changeSavedView, { params: { savedViewId: own.id }, body })).status).toBe(404)
    expect(await admin.call(changeSavedView, { params, body })).toMatchObject(body)
    await admin.call(deleteSavedView, { params })
    expect(await seen(agent)).toEqual(['My work'])
  })

  it('[T11] names a deleted team in its filter, and is refused beyond the most', async () => {
    const { admin, agent } = await business()
    const teamId = newId<TeamId>()
    await admin.call(createTeam, { body: { id: teamId, name: 'Billing', memberIds: [] } })
    expect(await save(agent, { teams: [teamId] })).toMatchObject({ problem: null })
    await admin.call(deleteTeam, { params: { teamId } })
    expect((await agent.call(listSavedViews)).items[0]).toMatchObject({ problem: 'deleted_team', count: 0 })
    for (let n = 1; n < MAX_SAVED_VIEWS; n += 1) await save(agent, {})
    const body = { id: newId<SavedViewId>(), name: 'One more', audience: 'own' as const, filter: {} }
    expect((await agent.fail(createSavedView, { body })).error).toMatchObject({ code: 'conflict' })
  })
})
