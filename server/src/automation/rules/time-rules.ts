import type { TenantId } from '#contracts/ids.ts'
import type { AutomationRuleRow } from '#server/automation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { conditionsOfRule } from './match.ts'
import { listRulesFor } from './queries.ts'

/** Tickets that one rule is due for at once; the next minute takes the others. */
const MOST_AT_ONCE = 200

/** From when the time of a rule counts. What a rule wrote has no author, and begins no new time. */
export const SINCE = {
  created: 't.created_at',
  resolved: 't.resolved_at',
  last_message: `(SELECT w.created_at FROM message w WHERE w.tenant_id = t.tenant_id AND w.conversation_id = t.conversation_id
    AND (w.author = 'customer' OR (w.author = 'member' AND w.author_id IS NOT NULL AND w.visibility = 'public'))
    ORDER BY w.seq DESC LIMIT 1)`,
} as const

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
 * An event for each ticket that meets the conditions and for which the time has passed since an instant for which the rule has not been
 * logged and waits for no worker. So a rule acts once for one creation, resolution or last message.
 */
async function queueDue(t: Tx, rule: AutomationRuleRow): Promise<void> {
  if (!rule.time) return
  const values: unknown[] = [t.tenantId, t.now, rule.id, rule.time.hours]
  const conditions = conditionsOfRule(t, rule, (value) => `$${values.push(value)}`)
  const since = SINCE[rule.time.since]
  await t.sql(
    `INSERT INTO automation_event (tenant_id, ticket_id, triggers, status, priority, at, retry_at, chain_id, rule_id, since)
     SELECT t.tenant_id, t.id, ARRAY['time_passed'], t.status, t.priority, $2, $2, gen_random_uuid(), $3, s.at
     FROM ticket t CROSS JOIN LATERAL (SELECT ${since} AS at) s
     WHERE t.tenant_id = $1 AND NOT t.is_demo AND t.merged_into_id IS NULL AND s.at <= $2::timestamptz - make_interval(hours => $4)
       ${conditions.map(({ condition }) => `AND (${condition})`).join(' ')}
       AND NOT EXISTS (SELECT 1 FROM automation_run r
         WHERE r.tenant_id = $1 AND r.ticket_id = t.id AND r.rule_id = $3 AND r.since = s.at)
       AND NOT EXISTS (SELECT 1 FROM automation_event e WHERE e.tenant_id = $1 AND e.ticket_id = t.id AND e.rule_id = $3)
     ORDER BY s.at LIMIT ${MOST_AT_ONCE}`,
    values,
  )
}
