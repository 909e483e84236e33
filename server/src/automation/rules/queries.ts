import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { RuleTrigger } from '#contracts/automation/trigger.ts'
import type { AutomationRuleId, TicketId } from '#contracts/ids.ts'
import {
  type AutomationRuleRow,
  automationRule,
  automationRun,
  automationSetting,
  automationTimePosition,
} from '#server/automation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

const inTenant = (t: Tx) => eq(automationRule.tenantId, t.tenantId)
const byId = (t: Tx, id: AutomationRuleId) => and(inTenant(t), eq(automationRule.id, id))

export const findRule = async (t: Tx, id: AutomationRuleId): Promise<AutomationRuleRow | null> =>
  (await t.db.select().from(automationRule).where(byId(t, id)))[0] ?? null

export const lockRule = async (t: Tx, id: AutomationRuleId): Promise<AutomationRuleRow | null> =>
  (await t.db.select().from(automationRule).where(byId(t, id)).for('update'))[0] ?? null

export const listRuleRows = (t: Tx, limit: number): Promise<AutomationRuleRow[]> =>
  t.db
    .select()
    .from(automationRule)
    .where(inTenant(t))
    .orderBy(asc(automationRule.position), asc(automationRule.id))
    .limit(limit)

/** The rules that are on and wait for one of these, in the order in which they run. */
export const listRulesFor = (t: Tx, triggers: RuleTrigger[]): Promise<AutomationRuleRow[]> =>
  t.db
    .select()
    .from(automationRule)
    .where(and(inTenant(t), eq(automationRule.isOn, true), inArray(automationRule.trigger, triggers)))
    .orderBy(asc(automationRule.position), asc(automationRule.id))

export const insertRule = (t: Tx, row: AutomationRuleRow) => t.db.insert(automationRule).values(row)

export const updateRule = (t: Tx, id: AutomationRuleId, change: Partial<AutomationRuleRow>) =>
  t.db.update(automationRule).set(change).where(byId(t, id))

/** Gives rules their positions in the given order. */
export const positionRules = (t: Tx, ids: readonly AutomationRuleId[]) =>
  t.sql(
    `UPDATE automation_rule r SET position = o.position::int FROM unnest($2::uuid[]) WITH ORDINALITY AS o (id, position)
     WHERE r.tenant_id = $1 AND r.id = o.id AND r.position <> o.position`,
    [t.tenantId, ids],
  )

/** A rule over time looks at everything once more: its conditions, or its time, are others. */
export const forgetTimePosition = (t: Tx, id: AutomationRuleId) =>
  t.db
    .delete(automationTimePosition)
    .where(and(eq(automationTimePosition.tenantId, t.tenantId), eq(automationTimePosition.ruleId, id)))

export const deleteRuleRow = async (t: Tx, id: AutomationRuleId): Promise<AutomationRuleRow | null> =>
  (await t.db.delete(automationRule).where(byId(t, id)).returning())[0] ?? null

/** Writes down which triggers the rules that are on have: only what has one of them is stored for the automation. */
export async function listenToTriggers(t: Tx): Promise<void> {
  await t.db.insert(automationSetting).values({ tenantId: t.tenantId }).onConflictDoNothing()
  const triggers = sql`ARRAY(SELECT DISTINCT r.trigger FROM automation_rule r WHERE r.tenant_id = ${t.tenantId} AND r.is_on)`
  await t.db.update(automationSetting).set({ triggers }).where(eq(automationSetting.tenantId, t.tenantId))
}

export type RuleFigures = { ruleId: AutomationRuleId; runs: number; lastRunAt: Date | null }

/** How often each rule acted since a time. */
export const countRuns = (t: Tx, since: Date, ruleId: AutomationRuleId | null = null): Promise<RuleFigures[]> =>
  t.sql<RuleFigures>(
    `SELECT rule_id AS "ruleId", count(*)::int AS runs, max(at) AS "lastRunAt" FROM automation_run
     WHERE tenant_id = $1 AND outcome = 'applied' AND at >= $2 AND ($3::uuid IS NULL OR rule_id = $3) GROUP BY rule_id`,
    [t.tenantId, since, ruleId],
  )

/** Which of the rules acted on a ticket in a chain, and how often each within the last hour. */
export async function readHistory(
  t: Tx,
  of: { ticketId: TicketId; chainId: string; ruleIds: AutomationRuleId[] },
): Promise<Map<AutomationRuleId, { isInChain: boolean; lastHour: number }>> {
  const rows = await t.sql<{ id: AutomationRuleId; isInChain: boolean; lastHour: number }>(
    `SELECT rule_id AS id, bool_or(chain_id = $3) AS "isInChain",
       (count(*) FILTER (WHERE at > $5::timestamptz - interval '1 hour'))::int AS "lastHour"
     FROM automation_run WHERE tenant_id = $1 AND ticket_id = $2 AND outcome = 'applied' AND rule_id = ANY ($4::uuid[])
       AND (chain_id = $3 OR at > $5::timestamptz - interval '1 hour')
     GROUP BY rule_id`,
    [t.tenantId, of.ticketId, of.chainId, of.ruleIds, t.now],
  )
  return new Map(rows.map(({ id, ...history }) => [id, history]))
}

export const insertRun = (t: Tx, row: typeof automationRun.$inferInsert): void =>
  t.write(t.db.insert(automationRun).values(row))
