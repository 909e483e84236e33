import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRule, listRules, type RuleContent, switchRule } from '#contracts/automation/rule.ts'
import type { AutomationRuleId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { queueDueOn } from './time-rules.ts'

let h: Harness
beforeAll(async () => {
  // No jobs: a statement of theirs would be counted.
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

it('[T12] after a change, the rules over time of a business are read, checked and queued in three statements, however many they are', async () => {
  const acme = await h.tenant()
  const owner = await h.member(acme, 'owner')
  const ticketId = crypto.randomUUID() as TicketId
  const form = { id: ticketId, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
  await (await h.guest(acme)).call(submitTicket, { params: { slug: acme.slug }, body: form })
  const add = async (given: Partial<RuleContent>) => {
    const id = crypto.randomUUID() as AutomationRuleId
    const content: RuleContent = {
      name: 'Rule',
      trigger: 'time_passed',
      time: { since: 'created', hours: 1 },
      conditions: {},
      actions: [{ type: 'add_tag', tag: 'old' }],
      ...given,
    }
    await owner.call(createRule, { body: { id, ...content } })
    await owner.call(switchRule, { params: { automationRuleId: id }, body: { version: 1, isOn: true } })
    return id
  }
  const met = await Promise.all([1, 2, 3, 4, 5].map((hours) => add({ time: { since: 'created', hours } })))
  await add({ conditions: { priorities: ['urgent'] } })
  await add({ time: { since: 'resolved', hours: 1 } })
  await add({ time: { since: 'created', hours: 500 } })
  expect((await owner.call(listRules)).items).toHaveLength(8)
  const past = `UPDATE ticket SET created_at = created_at - interval '2 days' WHERE tenant_id = $1`
  await queryAsOwner(h.database.ownerUrl, past, [acme.tenant.id])
  const queue = () => measureCall(() => acme.tenant.tx((t) => queueDueOn(t, ticketId)))
  expect((await queue()).statements).toBe(3)
  // Those that wait for a worker are not queued again.
  await queue()
  const sql = 'SELECT rule_id AS id FROM automation_event WHERE tenant_id = $1 AND rule_id IS NOT NULL'
  const queued = await queryAsOwner<{ id: string }>(h.database.ownerUrl, sql, [acme.tenant.id])
  expect(queued.map(({ id }) => id).sort()).toEqual([...met].sort())
})
