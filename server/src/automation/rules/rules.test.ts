import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  changeRule,
  checkRule,
  createRule,
  deleteRule,
  dryRunRule,
  listRules,
  listRuns,
  orderRules,
  type RuleContent,
  switchRule,
} from '#contracts/automation/rule.ts'
import type { AutomationRuleId, MessageId, TicketId } from '#contracts/ids.ts'
import { removeMember } from '#contracts/team/staff.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { changeTicket, getTicket, moveTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { deleteOldRuns, workOnEvents } from '#server/automation/jobs.ts'
import { makeManyTickets } from '#server/ticket/fixture.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { queueTimeRules } from './time-rules.ts'

const MORNING = Date.parse('2026-03-06T15:00:00Z')
let now = MORNING
const later = (hours: number) => {
  now += hours * 3_600_000
}

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' }, overrides: { clock: { now: () => new Date(now) } } })
})
beforeEach(() => {
  now = MORNING
})
afterAll(() => h.stop())

type Person = Awaited<ReturnType<Harness['member']>>

const content = (given: Partial<RuleContent>): RuleContent => ({
  name: 'Rule',
  trigger: 'created',
  time: null,
  conditions: {},
  actions: [{ type: 'add_tag', tag: 'seen' }],
  ...given,
})

async function ruleOn(owner: Person, given: Partial<RuleContent>): Promise<AutomationRuleId> {
  const id = crypto.randomUUID() as AutomationRuleId
  await owner.call(createRule, { body: { id, ...content(given) } })
  await owner.call(switchRule, { params: { automationRuleId: id }, body: { version: 1, isOn: true } })
  return id
}

async function submit(
  acme: TestTenant,
  given: { subject?: string; priority?: 'low' | 'high' } = {},
): Promise<TicketId> {
  const id = crypto.randomUUID() as TicketId
  const body = { id, name: 'Jo', email: 'jo@example.com', subject: 'Help', description: 'D', ...given }
  await (await h.guest(acme)).call(submitTicket, { params: { slug: acme.slug }, body })
  return id
}

const work = () => workOnEvents.run(h.platform)
const read = async (who: Person, ticketId: TicketId) => (await who.call(getTicket, { params: { ticketId } })).ticket
const runs = async (who: Person) => (await who.call(listRuns, {})).items
const setPriority = async (who: Person, id: TicketId, priority: 'low' | 'high' | 'urgent') =>
  who.call(changeTicket, { params: { ticketId: id }, body: { version: (await read(who, id)).version, priority } })

async function business() {
  const acme = await h.tenant()
  return { acme, owner: await h.member(acme, 'owner') }
}

describe('a rule', () => {
  it('[T12] acts on the tickets that meet its conditions, and the log says what it did', async () => {
    const { acme, owner } = await business()
    const actions = [
      { type: 'set_priority' as const, priority: 'urgent' as const },
      { type: 'add_tag' as const, tag: 'refund' },
    ]
    await ruleOn(owner, { name: 'Refunds first', conditions: { words: 'refund' }, actions })
    const refund = await submit(acme, { subject: 'Where are my refunds?' })
    const other = await submit(acme)
    await work()
    expect(await read(owner, refund)).toMatchObject({ priority: 'urgent', tags: ['refund'] })
    expect(await read(owner, other)).toMatchObject({ priority: 'medium', tags: [] })
    expect((await owner.call(listRules)).items).toMatchObject([{ runs: 1, lastRunAt: new Date(now).toISOString() }])
    expect(await runs(owner)).toMatchObject([
      { ruleName: 'Refunds first', ticketId: refund, outcome: 'applied', depth: 0, detail: { actions, skipped: [] } },
    ])
  })

  it('[T12] does nothing before it is switched on, after it is switched off, and on demo tickets', async () => {
    const { acme, owner } = await business()
    const id = crypto.randomUUID() as AutomationRuleId
    const params = { automationRuleId: id }
    await owner.call(createRule, { body: { id, ...content({}) } })
    const first = await submit(acme)
    await owner.call(switchRule, { params, body: { version: 1, isOn: true } })
    await owner.call(switchRule, { params, body: { version: 2, isOn: false } })
    await submit(acme)
    await work()
    expect((await read(owner, first)).tags).toEqual([])
    expect(await runs(owner)).toEqual([])
  })

  it('[T12] is compared with the ticket as the event left it; what another rule changes is an event of its own', async () => {
    const { acme, owner } = await business()
    await ruleOn(owner, { actions: [{ type: 'set_priority', priority: 'high' }] })
    await ruleOn(owner, { conditions: { priorities: ['high'] }, actions: [{ type: 'add_tag', tag: 'never' }] })
    await ruleOn(owner, {
      trigger: 'priority_changed',
      conditions: { priorities: ['high'] },
      actions: [{ type: 'add_tag', tag: 'raised' }],
    })
    const id = await submit(acme)
    await work()
    expect((await read(owner, id)).tags).toEqual(['raised'])
  })

  it('[T12] that undoes another is stopped when it would act again, and the log shows it', async () => {
    const { acme, owner } = await business()
    const when = (is: 'high' | 'low', then: 'high' | 'low'): Partial<RuleContent> => ({
      name: `${is} becomes ${then}`,
      trigger: 'priority_changed',
      conditions: { priorities: [is] },
      actions: [{ type: 'set_priority', priority: then }],
    })
    await ruleOn(owner, when('high', 'low'))
    await ruleOn(owner, when('low', 'high'))
    const id = await submit(acme)
    await setPriority(owner, id, 'high')
    await work()
    expect((await read(owner, id)).priority).toBe('high')
    const logged = (await runs(owner)).map(({ ruleName, outcome, depth }) => [depth, ruleName, outcome])
    expect(logged.sort()).toEqual([
      [0, 'high becomes low', 'applied'],
      [1, 'low becomes high', 'applied'],
      [2, 'high becomes low', 'stopped_loop'],
    ])
    const left = await queryAsOwner(h.database.ownerUrl, 'SELECT 1 FROM automation_event WHERE tenant_id = $1', [
      acme.tenant.id,
    ])
    expect(left).toEqual([])
  })

  it('[T12] of a chain deeper than five is stopped', async () => {
    const { acme, owner } = await business()
    for (let step = 0; step < 7; step += 1) {
      await ruleOn(owner, {
        name: `step ${step}`,
        trigger: 'tags_changed',
        conditions: { tags: [`t${step}`] },
        actions: [
          { type: 'remove_tag', tag: `t${step}` },
          { type: 'add_tag', tag: `t${step + 1}` },
        ],
      })
    }
    const id = await submit(acme)
    const { version } = await read(owner, id)
    await owner.call(changeTicket, { params: { ticketId: id }, body: { version, tags: ['t0'] } })
    await work()
    expect((await read(owner, id)).tags).toEqual(['t5'])
    const stopped = (await owner.call(listRuns, { query: { outcome: 'stopped' } })).items
    expect(stopped).toMatchObject([{ ruleName: 'step 5', outcome: 'stopped_depth', depth: 5 }])
  })

  it('[T12] that acts on one ticket again and again is stopped after five times within the hour', async () => {
    const { acme, owner } = await business()
    await ruleOn(owner, { trigger: 'priority_changed', actions: [{ type: 'add_note', body: 'Priority changed' }] })
    const id = await submit(acme)
    for (const priority of ['high', 'low', 'high', 'low', 'high', 'low'] as const) {
      await setPriority(owner, id, priority)
      now += 1000
      await work()
    }
    const outcomes = (await runs(owner)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(5)
    expect(outcomes[0]).toBe('stopped_often')
  })

  it('[T12] names what it could not do: a former member, a variable without a value', async () => {
    const { acme, owner } = await business()
    const leaving = await h.member(acme, 'agent')
    const gone = leaving.actor.userId
    const actions = [
      { type: 'assign_member' as const, assigneeId: gone },
      { type: 'send_reply' as const, body: 'Hello, {{agent.name}} here' },
      { type: 'add_tag' as const, tag: 'done' },
    ]
    await ruleOn(owner, { actions })
    await owner.call(removeMember, { params: { userId: gone }, body: { handOverTo: null } })
    const id = await submit(acme)
    await work()
    const [run] = await runs(owner)
    expect(run?.detail.actions).toEqual([{ type: 'add_tag', tag: 'done' }])
    const german = { ...owner.headers, 'accept-language': 'de' }
    const [inGerman] = (await clientOf(h.url, german).call(listRuns, {})).items
    for (const [read, member, value] of [
      [run, /^This team member does not exist/, /^There is no value for/],
      [inGerman, /^Dieses Teammitglied/, /^Für .* gibt es keinen Wert/],
    ] as const) {
      const reasons = new Map(read?.detail.skipped.map(({ action, reason }) => [action.type, reason]))
      expect([...reasons.keys()].sort()).toEqual(['assign_member', 'send_reply'])
      expect(reasons.get('assign_member')).toMatch(member)
      expect(reasons.get('send_reply')).toMatch(value)
    }
    expect((await read(owner, id)).tags).toEqual(['done'])
  })

  it('[T12] over time acts once when it is due, not again until somebody writes, and its own reply does not count', async () => {
    const { acme, owner } = await business()
    await ruleOn(owner, {
      trigger: 'time_passed',
      time: { since: 'last_message', hours: 24 },
      conditions: { statuses: ['waiting'] },
      actions: [{ type: 'send_reply', body: 'Do you still need help?' }],
    })
    const id = await submit(acme)
    const params = { ticketId: id }
    const reply = (body: string) =>
      owner.call(sendTicketMessage, {
        params,
        body: { id: crypto.randomUUID() as MessageId, body, visibility: 'public' },
      })
    const wait = async () =>
      owner.call(moveTicket, { params, body: { version: (await read(owner, id)).version, status: 'waiting' } })
    const tick = async () => {
      await queueTimeRules.run(h.platform)
      await queueTimeRules.run(h.platform)
      await work()
    }
    await reply('Which size?')
    await wait()
    later(23)
    await tick()
    expect(await runs(owner)).toEqual([])
    later(2)
    await tick()
    later(48)
    await tick()
    expect(await runs(owner)).toHaveLength(1)
    await reply('Hello?')
    later(25)
    await tick()
    expect(await runs(owner)).toHaveLength(2)
  })

  it('[T12] over time acts on a ticket that meets its conditions only after the time has passed, within its next change', async () => {
    const { acme, owner } = await business()
    const conditions = { categories: ['billing'] }
    await ruleOn(owner, { trigger: 'time_passed', time: { since: 'created', hours: 24 }, conditions })
    const id = await submit(acme)
    later(25)
    await queueTimeRules.run(h.platform)
    await work()
    expect(await runs(owner)).toEqual([])
    const { version } = await read(owner, id)
    await owner.call(changeTicket, { params: { ticketId: id }, body: { version, category: 'billing' } })
    await work()
    expect((await read(owner, id)).tags).toEqual(['seen'])
    expect(await runs(owner)).toHaveLength(1)
  })

  it('[T12] over time acts on every past ticket once when it is switched on, however many are of one moment, and again after a change of it', async () => {
    const { acme, owner } = await business()
    await makeManyTickets(h, acme, 450)
    const time = { since: 'created' as const, hours: 1 }
    const id = await ruleOn(owner, { trigger: 'time_passed', time, conditions: { statuses: ['open'] } })
    await queryAsOwner(h.database.ownerUrl, `UPDATE ticket SET created_at = $2 WHERE tenant_id = $1`, [
      acme.tenant.id,
      new Date(MORNING - 2 * 3_600_000),
    ])
    const acted = async () => {
      const sql = `SELECT count(*)::int AS runs, count(DISTINCT ticket_id)::int AS tickets FROM automation_run WHERE tenant_id = $1`
      return (await queryAsOwner<{ runs: number; tickets: number }>(h.database.ownerUrl, sql, [acme.tenant.id]))[0]
    }
    const minute = async () => {
      await queueTimeRules.run(h.platform)
      await work()
      return acted()
    }
    expect([await minute(), await minute(), await minute(), await minute()]).toEqual(
      [200, 400, 450, 450].map((count) => ({ runs: count, tickets: count })),
    )
    await owner.call(changeRule, {
      params: { automationRuleId: id },
      body: { ...content({ trigger: 'time_passed', time: { since: 'last_message', hours: 1 } }), version: 2 },
    })
    const other = await submit(acme)
    later(2)
    await minute()
    expect((await read(owner, other)).tags).toEqual(['seen'])
  })

  it('[T12] runs in the order that an admin gave; one that was added meanwhile is not lost, and another business’s rule is not found', async () => {
    const { acme, owner } = await business()
    const named = (name: string) => ruleOn(owner, { name, actions: [{ type: 'add_note', body: name }] })
    const [a, b, c] = [await named('A'), await named('B'), await named('C')]
    const order = (who: Person, ids: AutomationRuleId[]) => ({ who, ids })
    await owner.call(orderRules, { body: { ids: [c, a, b] } })
    expect((await owner.call(listRules)).items.map(({ name }) => name)).toEqual(['C', 'A', 'B'])
    await submit(acme)
    await work()
    const sql = `SELECT body FROM message WHERE tenant_id = $1 AND visibility = 'note' ORDER BY seq`
    const notes = await queryAsOwner<{ body: string }>(h.database.ownerUrl, sql, [acme.tenant.id])
    expect(notes.map(({ body }) => body)).toEqual(['C', 'A', 'B'])
    const foreign = await ruleOn(await h.member(await h.tenant(), 'owner'), {})
    const refused = [
      order(await h.member(acme), [a, b, c]),
      order(owner, [a, b]),
      order(owner, [a, b, b]),
      order(owner, [a, b, foreign]),
    ].map(({ who, ids }) => who.fail(orderRules, { body: { ids } }))
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 409, 409, 404])
  })

  it('[T12] is found in the log for 180 days', async () => {
    const { acme, owner } = await business()
    await ruleOn(owner, {})
    await submit(acme)
    await work()
    const keptAfter = async (days: number) => {
      now = MORNING + days * 24 * 3_600_000
      await deleteOldRuns.run(h.platform)
      now = MORNING
      return (await runs(owner)).length
    }
    expect([await keptAfter(179), await keptAfter(181)]).toEqual([1, 0])
  })

  it('[T12] over time that is switched off when it was due already does not act', async () => {
    const { acme, owner } = await business()
    const rule = await ruleOn(owner, { trigger: 'time_passed', time: { since: 'created', hours: 1 } })
    const id = await submit(acme)
    later(2)
    await queueTimeRules.run(h.platform)
    await owner.call(switchRule, { params: { automationRuleId: rule }, body: { version: 2, isOn: false } })
    await work()
    expect((await read(owner, id)).tags).toEqual([])
  })

  it('[T12] is tried over past tickets before it is switched on, and touches none of them', async () => {
    const { acme, owner } = await business()
    const high = await submit(acme, { priority: 'high' })
    const resolved = await submit(acme, { priority: 'high' })
    await submit(acme, { priority: 'low' })
    const version = async () => (await read(owner, resolved)).version
    await owner.call(moveTicket, {
      params: { ticketId: resolved },
      body: { version: await version(), status: 'in-progress' },
    })
    await owner.call(moveTicket, {
      params: { ticketId: resolved },
      body: { version: await version(), status: 'resolved' },
    })
    const tried = { trigger: 'created', time: null, days: 30 } as const
    const conditions = { priorities: ['high'], statuses: ['open'], assignees: ['none'] }
    const created = await owner.call(dryRunRule, { body: { ...tried, conditions } as never })
    // As they were created, both were open.
    expect(created).toMatchObject({ count: 2, isMore: false, rows: [{ ticketId: resolved }, { ticketId: high }] })
    const changed = await owner.call(dryRunRule, { body: { ...tried, trigger: 'status_changed', conditions } as never })
    expect(changed.count).toBe(0)
    later(24 * 31)
    const admin = await h.member(acme, 'admin')
    expect((await admin.call(dryRunRule, { body: { ...tried, conditions } as never })).count).toBe(0)
    expect((await read(admin, high)).tags).toEqual([])
  })

  it('[T12] says of one ticket which of its conditions are met', async () => {
    const { acme, owner } = await business()
    const automationRuleId = await ruleOn(owner, { conditions: { priorities: ['high'], words: 'help', tags: ['vip'] } })
    const ticket = await read(owner, await submit(acme, { priority: 'high' }))
    const explained = await owner.call(checkRule, { params: { automationRuleId }, query: { number: ticket.number } })
    const met = Object.fromEntries(explained.parts.map(({ part, isMet }) => [part, isMet]))
    expect(met).toEqual({ priorities: true, tags: false, words: true })
  })

  it('[T12] is changed by owners and admins, of two who save at once by the first', async () => {
    const { acme, owner } = await business()
    const agent = await h.member(acme, 'agent')
    const id = await ruleOn(owner, {})
    const params = { automationRuleId: id }
    const body = { version: 2, ...content({ name: 'Renamed' }) }
    await expect(agent.call(changeRule, { params, body })).rejects.toMatchObject({ status: 403 })
    expect(await owner.call(changeRule, { params, body })).toMatchObject({ name: 'Renamed', isOn: true, version: 3 })
    await expect(owner.call(changeRule, { params, body })).rejects.toMatchObject({ status: 409 })
    expect(await agent.call(listRules)).toMatchObject({ items: [{ name: 'Renamed' }], can: { edit: false } })
    await owner.call(deleteRule, { params })
    expect((await owner.call(listRules)).items).toEqual([])
  })

  it('[T12] needs a time where it waits for one, and nobody is "me"', async () => {
    const { owner } = await business()
    const id = crypto.randomUUID() as AutomationRuleId
    const create = (given: Partial<RuleContent>) => owner.call(createRule, { body: { id, ...content(given) } })
    await expect(create({ trigger: 'time_passed' })).rejects.toMatchObject({ status: 400 })
    expect((await create({ time: { since: 'created', hours: 2 } })).time).toBeNull()
    const actions = [{ type: 'assign_member' as const, assigneeId: 'me' as const }]
    await expect(create({ actions })).rejects.toMatchObject({ status: 400 })
  })

  it('[T12] works on an event again where the process ended before its effects were stored', async () => {
    const { acme, owner } = await business()
    await ruleOn(owner, {})
    const id = await submit(acme)
    const { db } = h.platform
    const withTenant = db.withTenant
    db.withTenant = async () => {
      throw new Error('the process ended')
    }
    await work().catch(() => undefined)
    db.withTenant = withTenant
    await work()
    expect((await read(owner, id)).tags).toEqual(['seen'])
    expect(await runs(owner)).toHaveLength(1)
  })
})
