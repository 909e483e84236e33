import type { ConditionPart, RuleConditions } from '#contracts/automation/rule.ts'
import type { TicketId, UserId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Bind, conditionOfEach } from '#server/ticket/service.ts'

type Rule = { conditions: RuleConditions }

/** A rule has no reader: none of its conditions depends on one. */
const NOBODY = '00000000-0000-0000-0000-000000000000' as UserId

/** The conditions of a rule over `ticket t`, by the part they are of: the same as of the list's filter. */
export const conditionsOfRule = (t: Tx, { conditions }: Rule, bind: Bind) =>
  conditionOfEach(conditions, { readerId: NOBODY, now: t.now }, bind) as { part: ConditionPart; condition: string }[]

/** Whether a ticket meets the conditions of each rule as it is now: one statement, however many rules. */
export async function matchRules(t: Tx, ticketId: TicketId, rules: readonly Rule[]): Promise<boolean[]> {
  const values: unknown[] = [t.tenantId, ticketId]
  const bind: Bind = (value) => `$${values.push(value)}`
  const all = rules.map((rule) => allOf(conditionsOfRule(t, rule, bind)))
  return evaluate(t, all, values)
}

/** Which parts of a rule's conditions a ticket meets as it is now. */
export async function explainMatch(
  t: Tx,
  ticketId: TicketId,
  rule: Rule,
): Promise<{ part: ConditionPart; isMet: boolean }[]> {
  const values: unknown[] = [t.tenantId, ticketId]
  const parts = conditionsOfRule(t, rule, (value) => `$${values.push(value)}`)
  const met = await evaluate(
    t,
    parts.map((one) => allOf([one])),
    values,
  )
  return parts.map(({ part }, n) => ({ part, isMet: met[n] === true }))
}

/** What is unknown (the rating of a ticket without one) is not met. */
const allOf = (parts: readonly { condition: string }[]): string =>
  `coalesce(${parts.map(({ condition }) => `(${condition})`).join(' AND ') || 'true'}, false)`

async function evaluate(t: Tx, conditions: string[], values: unknown[]): Promise<boolean[]> {
  const [row] = await t.sql<{ met: boolean[] }>(
    `SELECT ARRAY[${conditions.join(', ')}]::boolean[] AS met FROM ticket t WHERE t.tenant_id = $1 AND t.id = $2`,
    values,
  )
  return row?.met ?? conditions.map(() => false)
}
