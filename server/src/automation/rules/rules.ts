import { MAX_RULES, type RuleContent, type RuleView } from '#contracts/automation/rule.ts'
import type { AutomationRuleId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { EDIT_AUTOMATION } from '#server/automation/policy.ts'
import type { AutomationRuleRow } from '#server/automation/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import { requireReferences, withTime } from './content.ts'
import {
  countRuns,
  deleteRuleRow,
  findRule,
  forgetTimePosition,
  insertRule,
  listenToTriggers,
  listRuleRows,
  lockRule,
  positionRules,
  type RuleFigures,
  updateRule,
} from './queries.ts'

const COUNTED_MS = 30 * 86_400_000

const presentRule = (row: AutomationRuleRow, figures?: RuleFigures): RuleView => ({
  id: row.id,
  name: row.name,
  isOn: row.isOn,
  trigger: row.trigger,
  time: row.time,
  conditions: row.conditions,
  actions: row.actions,
  version: row.version,
  runs: figures?.runs ?? 0,
  lastRunAt: figures?.lastRunAt?.toISOString() ?? null,
})

const sinceCounted = (t: Tx): Date => new Date(t.now.getTime() - COUNTED_MS)

/** The rules in the order in which they run, and whether this member may change them. */
export const listRulesOf = (tenant: Tenant, actor: Member) =>
  tenant.read(async (t) => {
    const [rows, figures] = await Promise.all([listRuleRows(t, MAX_RULES), countRuns(t, sinceCounted(t))])
    const byRule = new Map(figures.map((one) => [one.ruleId, one]))
    return {
      items: rows.map((row) => presentRule(row, byRule.get(row.id))),
      can: { edit: hasRole(actor, EDIT_AUTOMATION) },
    }
  })

/** Adds a rule behind the others; it is off. Throws forbidden, and conflict where the business has the most rules. */
export const createRule = (
  tenant: Tenant,
  actor: Member,
  { id, ...given }: RuleContent & { id: AutomationRuleId },
): Promise<RuleView> => {
  requireRole(actor, EDIT_AUTOMATION)
  const content = withTime(given)
  return createOnce(tenant, {
    create: async (t) => {
      await lockTenant(t)
      await requireReferences(t, content)
      const rows = await listRuleRows(t, MAX_RULES)
      if (rows.length >= MAX_RULES) throw conflict(text(m.error_too_many_rules, { max: MAX_RULES }))
      const row: AutomationRuleRow = {
        tenantId: t.tenantId,
        id,
        ...content,
        isOn: false,
        position: (rows.at(-1)?.position ?? 0) + 1,
        version: 1,
        createdAt: t.now,
        updatedAt: t.now,
      }
      await insertRule(t, row)
      await record(t, actor, text(m.activity_rule_created, { rule: row.name }))
      return presentRule(row)
    },
    findSame: async (t) => {
      const row = await findRule(t, id)
      return row && isSameContent(content, row) ? presentRule(row) : null
    },
    conflict: () => conflict(m.error_rule_id_taken),
  })
}

/** Changes a rule; what it does from then on is the new content. Throws forbidden, not_found, and conflict for an older version. */
export const changeRule = (
  tenant: Tenant,
  actor: Member,
  id: AutomationRuleId,
  { version, ...given }: RuleContent & { version: number },
): Promise<RuleView> => {
  requireRole(actor, EDIT_AUTOMATION)
  const content = withTime(given)
  const said = ({ name }: AutomationRuleRow) => text(m.activity_rule_changed, { rule: name })
  return write(tenant, actor, { id, version, change: content }, said)
}

/** Switches a rule on or off. Throws forbidden, not_found, and conflict for an older version. */
export const switchRule = (
  tenant: Tenant,
  actor: Member,
  id: AutomationRuleId,
  { version, isOn }: { version: number; isOn: boolean },
): Promise<RuleView> =>
  write(tenant, actor, { id, version, change: { isOn } }, ({ name }) =>
    text(isOn ? m.activity_rule_on : m.activity_rule_off, { rule: name }),
  )

type Write = { id: AutomationRuleId; version: number; change: Partial<AutomationRuleRow> }

function write(
  tenant: Tenant,
  actor: Member,
  { id, version, change }: Write,
  action: (after: AutomationRuleRow) => Text,
): Promise<RuleView> {
  requireRole(actor, EDIT_AUTOMATION)
  return tenant.tx(async (t) => {
    const before = await lockRule(t, id)
    if (!before) throw notFound('rule')
    if (change.conditions) await requireReferences(t, { ...before, ...change })
    const [figures] = await countRuns(t, sinceCounted(t), id)
    if (before.version !== version)
      throw conflict(m.error_rule_changed, { reason: 'version', current: presentRule(before, figures) })
    const after = { ...before, ...change, version: version + 1, updatedAt: t.now }
    await updateRule(t, id, after)
    await forgetTimePosition(t, id)
    await listenToTriggers(t)
    await record(t, actor, action(after))
    return presentRule(after, figures)
  })
}

/** Gives the rules another order, in which they run. Throws forbidden, not_found, and conflict where the ids are not exactly the rules. */
export const orderRules = (tenant: Tenant, actor: Member, ids: AutomationRuleId[]): Promise<{ ordered: true }> => {
  requireRole(actor, EDIT_AUTOMATION)
  return tenant.tx(async (t) => {
    await lockTenant(t)
    const known = new Set((await listRuleRows(t, MAX_RULES)).map((row) => row.id))
    if (ids.some((id) => !known.has(id))) throw notFound('rule')
    if (new Set(ids).size !== ids.length || ids.length !== known.size) throw conflict(m.error_rules_order_changed)
    await positionRules(t, ids)
    await record(t, actor, m.activity_rules_ordered)
    return { ordered: true }
  })
}

/** Deletes a rule; what it did stays in the log. Throws forbidden and not_found. */
export const deleteRule = (tenant: Tenant, actor: Member, id: AutomationRuleId): Promise<void> => {
  requireRole(actor, EDIT_AUTOMATION)
  return tenant.tx(async (t) => {
    const row = await deleteRuleRow(t, id)
    if (!row) throw notFound('rule')
    await listenToTriggers(t)
    await record(t, actor, text(m.activity_rule_deleted, { rule: row.name }))
  })
}

const record = (t: Tx, actor: Member, action: Text) => recordActivity(t, actor, { action, type: 'automation' })
