import {
  changeRule,
  checkRule,
  createRule,
  deleteRule,
  dryRunRule,
  listRules,
  listRuns,
  orderRules,
  switchRule,
} from '#contracts/automation/rule.ts'
import { dryRunSla, getSlaSettings, getTicketSla, saveSlaSettings } from '#contracts/automation/sla.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { dryRun, explainRule } from './rules/dry-run.ts'
import * as rules from './rules/rules.ts'
import { listRunsOf } from './rules/runs.ts'
import { dryRunSlaPolicy } from './sla/dry-run.ts'
import * as sla from './sla/settings.ts'
import { readTicketSla } from './sla/ticket-sla.ts'

export const automationRoutes: Route[] = [
  memberRoute(getSlaSettings, (c) => sla.readSlaSettings(c.tenant, c.actor)),
  memberRoute(saveSlaSettings, (c) => sla.saveSlaSettings(c.tenant, c.actor, c.body)),
  memberRoute(dryRunSla, (c) => dryRunSlaPolicy(c.tenant, c.actor, c.body)),
  memberRoute(getTicketSla, (c) => readTicketSla(c.tenant, c.actor, c.params.ticketId)),
  memberRoute(listRules, (c) => rules.listRulesOf(c.tenant, c.actor)),
  memberRoute(createRule, (c) => rules.createRule(c.tenant, c.actor, c.body)),
  memberRoute(changeRule, (c) => rules.changeRule(c.tenant, c.actor, c.params.automationRuleId, c.body)),
  memberRoute(switchRule, (c) => rules.switchRule(c.tenant, c.actor, c.params.automationRuleId, c.body)),
  memberRoute(orderRules, (c) => rules.orderRules(c.tenant, c.actor, c.body.ids)),
  memberRoute(deleteRule, async (c) => {
    await rules.deleteRule(c.tenant, c.actor, c.params.automationRuleId)
    return { deleted: true } as const
  }),
  memberRoute(dryRunRule, (c) => dryRun(c.tenant, c.actor, c.body)),
  memberRoute(checkRule, (c) => explainRule(c.tenant, c.params.automationRuleId, c.query.number)),
  memberRoute(listRuns, (c) => listRunsOf(c.tenant, c.query, languageOf(c.request))),
]
