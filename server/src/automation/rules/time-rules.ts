import type { TimeCondition } from '#contracts/automation/rule.ts'
import type { TenantId, TicketId } from '#contracts/ids.ts'
import type { AutomationRuleRow } from '#server/automation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { conditionsOfRule, matchRules } from './match.ts'
import { listRulesFor } from './queries.ts'

/** Tickets that one rule is due for at once; the next minute takes the others. */
const MOST_AT_ONCE = 200
/** So many creations, resolutions or messages are looked at by one statement, and so many statements are sent for one rule in a minute. */
const SLICE = 2000
const MOST_SLICES = 10

const WRITTEN = `(w.author = 'customer' OR (w.author = 'member' AND w.author_id IS NOT NULL AND w.visibility = 'public'))`

/** A column of what a person last wrote in `ticket t`. What a rule wrote has no author. */
const lastWritten = (column: string) =>
  `(SELECT w.${column} FROM message w WHERE w.tenant_id = t.tenant_id AND w.conversation_id = t.conversation_id
    AND ${WRITTEN} ORDER BY w.seq DESC LIMIT 1)`

/** From when the time of a rule counts. */
export const SINCE: Record<TimeCondition['since'], string> = {
  created: 't.created_at',
  resolved: 't.resolved_at',
  last_message: lastWritten('created_at'),
}

/** What a time counts from, in the order of time by an index of its own: `of` joins it with its ticket. */
const SOURCES: Record<
  TimeCondition['since'],
  { from: string; columns: string; at: string; where: string; of: string }
> = {
  created: {
    from: 'ticket',
    columns: 'w.id, w.created_at',
    at: 'created_at',
    where: 'NOT w.is_demo',
    of: 't.id = s.id',
  },
  resolved: {
    from: 'ticket',
    columns: 'w.id, w.resolved_at',
    at: 'resolved_at',
    where: 'w.resolved_at IS NOT NULL AND NOT w.is_demo',
    of: 't.id = s.id',
  },
  last_message: {
    from: 'message',
    columns: 'w.id, w.conversation_id, w.created_at',
    at: 'created_at',
    where: WRITTEN,
    of: `t.conversation_id = s.conversation_id AND s.id = ${lastWritten('id')}`,
  },
}

/** Finds the tickets for which the time of a rule has passed. */
export const queueTimeRules: RecurringJob = {
  name: 'automation.queueTimeRules',
  everySeconds: 60,
  run: async (platform) => {
    const tenants = await platform.db.query<{ tenant_id: TenantId }>('SELECT * FROM tenants_with_time_rules()', [])
    await runForEach(platform, tenants, ({ tenant_id }) =>
      tenantOf(platform, tenant_id).tx(async (t) => {
        for (const rule of await listRulesFor(t, ['time_passed'])) await queueDue(t, rule)
      }),
    )
  },
}

/**
 * Events for the tickets whose time has passed since the rule last looked. What was due before is looked at once, when the rule is switched
 * on or changed; from then on each minute costs what became due in it, however many tickets there are. A ticket that meets the conditions
 * only later is queued by its change (`queueDueOn`).
 */
async function queueDue(t: Tx, rule: AutomationRuleRow): Promise<void> {
  for (let slice = 0; slice < MOST_SLICES; slice += 1) if (!(await queueSlice(t, rule))) return
}

type Position = { at: string; id: string }
const BEGINNING: Position = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** Whether there is more to look at now. */
async function queueSlice(t: Tx, rule: AutomationRuleRow): Promise<boolean> {
  if (!rule.time) return false
  // As text: a Date has no microseconds, and many tickets may be of one millisecond.
  const [position = BEGINNING] = await t.sql<Position>(
    'SELECT at::text, id FROM automation_time_position WHERE tenant_id = $1 AND rule_id = $2',
    [t.tenantId, rule.id],
  )
  const values: unknown[] = [t.tenantId, t.now, rule.id, rule.time.hours, position.at, position.id]
  const { from, columns, at, where, of } = SOURCES[rule.time.since]
  const met = conditionsOfRule(t, rule, (value) => `$${values.push(value)}`).map(({ condition }) => `(${condition})`)
  const [slice] = await t.sql<{ seen: number; queued: number }>(
    `WITH s AS MATERIALIZED (
       SELECT ${columns} FROM ${from} w WHERE w.tenant_id = $1 AND ${where} AND w.${at} <= $2::timestamptz - make_interval(hours => $4)
         AND w.${at} >= $5 AND (w.${at}, w.id) > ($5::timestamptz, $6::uuid)
       ORDER BY w.${at}, w.id LIMIT ${SLICE}),
     due AS MATERIALIZED (
       SELECT $3::uuid AS rule_id, t.id AS ticket_id, t.status, t.priority, s.${at} AS at, s.id FROM s JOIN ticket t ON t.tenant_id = $1 AND ${of}
       WHERE ${[...met, isNew(`s.${at}`, '$3')].join(' AND ')} ORDER BY s.${at}, s.id LIMIT ${MOST_AT_ONCE}),
     queued AS (${QUEUE} FROM due RETURNING 1),
     saved AS (
       INSERT INTO automation_time_position (tenant_id, rule_id, at, id)
       SELECT $1, $3, s.${at}, s.id FROM s
       WHERE (SELECT count(*) FROM due) < ${MOST_AT_ONCE} OR (s.${at}, s.id) <= (SELECT at, id FROM due ORDER BY at DESC, id DESC LIMIT 1)
       ORDER BY s.${at} DESC, s.id DESC LIMIT 1
       ON CONFLICT (tenant_id, rule_id) DO UPDATE SET at = excluded.at, id = excluded.id)
     SELECT (SELECT count(*) FROM s)::int AS seen, (SELECT count(*) FROM queued)::int AS queued`,
    values,
  )
  return slice?.seen === SLICE && slice.queued < MOST_AT_ONCE
}

/** `at` of a given rule, by what its time counts from. */
const SINCE_OF_GIVEN = `CASE g.since ${Object.entries(SINCE)
  .map(([since, at]) => `WHEN '${since}' THEN ${at}`)
  .join(' ')} END`

/**
 * After a change of a ticket: an event for each rule over time whose conditions it meets, and whose time has passed before. Three statements,
 * however many rules.
 */
export async function queueDueOn(t: Tx, ticketId: TicketId): Promise<void> {
  const rules = await listRulesFor(t, ['time_passed'])
  if (rules.length === 0) return
  const met = await matchRules(t, ticketId, rules)
  const given = rules.flatMap(({ id, time }, n) => (time && met[n] ? [{ id, ...time }] : []))
  if (given.length === 0) return
  await t.sql(
    `WITH due AS (
       SELECT g.id AS rule_id, t.id AS ticket_id, t.status, t.priority, s.at
       FROM ticket t CROSS JOIN json_to_recordset($4) AS g (id uuid, since text, hours integer)
       CROSS JOIN LATERAL (SELECT ${SINCE_OF_GIVEN} AS at) s
       WHERE t.tenant_id = $1 AND t.id = $3 AND s.at <= $2::timestamptz - make_interval(hours => g.hours) AND ${isNew('s.at', 'g.id')})
     ${QUEUE} FROM due`,
    [t.tenantId, t.now, ticketId, JSON.stringify(given)],
  )
}

const QUEUE = `INSERT INTO automation_event (tenant_id, ticket_id, triggers, status, priority, at, retry_at, chain_id, rule_id, since)
  SELECT $1, ticket_id, ARRAY['time_passed'], status, priority, $2, $2, gen_random_uuid(), rule_id, at`

/**
 * That `ticket t` is one for rules, and that the rule has not been logged and waits for no worker for this instant. So a rule acts once for one
 * creation, resolution or last message.
 */
const isNew = (at: string, ruleId: string): string => `NOT t.is_demo AND t.merged_into_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM automation_run r
    WHERE r.tenant_id = $1 AND r.ticket_id = t.id AND r.rule_id = ${ruleId} AND r.since = ${at})
  AND NOT EXISTS (SELECT 1 FROM automation_event e WHERE e.tenant_id = $1 AND e.ticket_id = t.id AND e.rule_id = ${ruleId})`
