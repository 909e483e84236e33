import type { checkRule, dryRunRule, RuleConditions, TimeCondition } from '#contracts/automation/rule.ts'
import type { RuleTrigger } from '#contracts/automation/trigger.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { AutomationRuleId, TicketId } from '#contracts/ids.ts'
import { EDIT_AUTOMATION } from '#server/automation/policy.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { requireReferences, withTime } from './content.ts'
import { conditionsOfRule, explainMatch } from './match.ts'
import { findRule } from './queries.ts'
import { SINCE } from './time-rules.ts'

const DAY_MS = 86_400_000
const MOST_COUNTED = 10_000
const MOST_ROWS = 50

type Tried = { trigger: RuleTrigger; time: TimeCondition | null; conditions: RuleConditions; days: number }

/** Which tickets a rule would have touched in the last days; changes nothing. Throws forbidden, and not_found for a team or member that it names. */
export function dryRun(tenant: Tenant, actor: Member, tried: Tried): Promise<ReplyOf<typeof dryRunRule>> {
  requireRole(actor, EDIT_AUTOMATION)
  const given = withTime(tried)
  return tenant.read(async (t) => {
    await requireReferences(t, given)
    const values: unknown[] = [t.tenantId]
    const bind = (value: unknown) => `$${values.push(value)}`
    const happened = happenedSince(t, given, bind)
    const conditions = atTheTime(given)
    if (conditions === 'never') return { count: 0, isMore: false, rows: [] }
    const parts = conditionsOfRule(t, { conditions }, bind).map(({ condition }) => condition)
    const where = ['t.tenant_id = $1', 'NOT t.is_demo', happened, ...parts].map((one) => `(${one})`).join(' AND ')
    const [rows, counted] = await Promise.all([
      listTouched(t, `${where} ORDER BY t.created_at DESC, t.number DESC LIMIT ${MOST_ROWS}`, values),
      t.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM (SELECT 1 FROM ticket t WHERE ${where} LIMIT ${MOST_COUNTED + 1}) found`,
        values,
      ),
    ])
    const count = counted[0]?.count ?? 0
    return { count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED, rows }
  })
}

/** A new ticket is open and assigned to nobody, whatever became of it. */
function atTheTime({ trigger, conditions }: Tried): RuleConditions | 'never' {
  if (trigger !== 'created') return conditions
  const { statuses, assignees, teams, ratings, ...lasting } = conditions
  const isNew = (given: readonly string[] | undefined, value: string) => given === undefined || given.includes(value)
  const isPossible = isNew(statuses, 'open') && [assignees, teams, ratings].every((given) => isNew(given, 'none'))
  return isPossible ? lasting : 'never'
}

/** The condition that what the rule waits for happened to a ticket in the time. */
function happenedSince(t: Tx, { trigger, time, days }: Tried, bind: (value: unknown) => string): string {
  if (trigger === 'time_passed' && time)
    return `${SINCE[time.since]} <= ${bind(t.now)}::timestamptz - make_interval(hours => ${bind(time.hours)})`
  const from = bind(new Date(t.now.getTime() - days * DAY_MS))
  const wrote = (who: string) =>
    `EXISTS (SELECT 1 FROM message w WHERE w.tenant_id = t.tenant_id AND w.conversation_id = t.conversation_id
      AND w.created_at >= ${from} AND w.created_at > t.created_at AND ${who})`
  switch (trigger) {
    case 'created':
      return `t.created_at >= ${from}`
    case 'customer_replied':
      return wrote(`w.author = 'customer'`)
    case 'member_replied':
      return wrote(`w.author = 'member' AND w.author_id IS NOT NULL AND w.visibility = 'public'`)
    case 'rated':
      return `t.rated_at >= ${from}`
    case 'sla_breached':
      return `EXISTS (SELECT 1 FROM ticket_sla s WHERE s.tenant_id = t.tenant_id AND s.ticket_id = t.id AND s.breached_at >= ${from})`
    case 'sla_warned':
      return `EXISTS (SELECT 1 FROM ticket_sla s, jsonb_each(s.clocks) c
        WHERE s.tenant_id = t.tenant_id AND s.ticket_id = t.id AND (c.value ->> 'warnedAt')::timestamptz >= ${from})`
    default:
      // Which field a past change was of is not kept: every ticket that was changed.
      return `t.version > 1 AND t.updated_at >= ${from}`
  }
}

type Touched = { ticketId: TicketId; number: number; subject: string; customerName: string; createdAt: Date }

const listTouched = async (t: Tx, where: string, values: unknown[]) => {
  const rows = await t.sql<Touched>(
    `SELECT t.id AS "ticketId", t.number, t.subject, t.customer_name AS "customerName", t.created_at AS "createdAt"
     FROM ticket t WHERE ${where}`,
    values,
  )
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** Which conditions of a rule a ticket meets now. Throws not_found for an unknown rule or number. */
export const explainRule = (tenant: Tenant, id: AutomationRuleId, number: number): Promise<ReplyOf<typeof checkRule>> =>
  tenant.read(async (t) => {
    const [rule, [ticket]] = await Promise.all([
      findRule(t, id),
      listTouched(t, 't.tenant_id = $1 AND t.number = $2', [t.tenantId, number]),
    ])
    if (!rule) throw notFound('rule')
    if (!ticket) throw notFound('ticket')
    return { ticket, isOn: rule.isOn, parts: await explainMatch(t, ticket.ticketId, rule) }
  })
