import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, requiredLine, SeenVersion } from '#contracts/fields.ts'
import { AutomationRuleId, AutomationRunId, TicketId, UserId } from '#contracts/ids.ts'
import { Cursor, pageOf } from '#contracts/page.ts'
import { TicketFilter } from '#contracts/ticket/ticket.ts'
import { MAX_ACTIONS, TicketAction } from '#contracts/ticket/ticket-action.ts'
import { several } from '#contracts/ticket/ticket-filter.ts'
import { DryRunDays } from './sla.ts'
import { RuleTrigger } from './trigger.ts'

/** How a ticket has to be: the parts of the list's filter that are the same for every reader. No part is every ticket. */
export const RuleConditions = TicketFilter.pick({
  statuses: true,
  priorities: true,
  channels: true,
  teams: true,
  tags: true,
  categories: true,
  ratings: true,
  words: true,
}).extend({ assignees: several(z.union([z.literal('none'), UserId])) })
export type RuleConditions = z.output<typeof RuleConditions>

export const ConditionPart = z.enum([
  'statuses',
  'priorities',
  'channels',
  'teams',
  'tags',
  'categories',
  'ratings',
  'words',
  'assignees',
])
export type ConditionPart = z.output<typeof ConditionPart>

/** So many hours after a ticket was created or resolved, or after somebody last wrote in it (an automatic reply does not count). */
export const TimeCondition = z.strictObject({
  since: z.enum(['created', 'last_message', 'resolved']),
  hours: z.int().min(1, 'error_enter_rule_hours').max(2160, 'error_enter_rule_hours'),
})
export type TimeCondition = z.output<typeof TimeCondition>

const RULE_FIELDS = {
  name: requiredLine(80, 'error_enter_rule_name'),
  trigger: RuleTrigger,
  /** For the trigger `time_passed`, else null. */
  time: TimeCondition.nullable(),
  conditions: RuleConditions,
  actions: z
    .array(TicketAction)
    .min(1, 'error_enter_rule_action')
    .max(MAX_ACTIONS)
    // A rule is nobody: there is no "me".
    .refine((actions) => !actions.some((one) => one.type === 'assign_member' && one.assigneeId === 'me'), {
      message: 'error_action_needs_member',
    }),
}
export const RuleContent = z.strictObject(RULE_FIELDS)
export type RuleContent = z.output<typeof RuleContent>

export const RuleView = RuleContent.extend({
  id: AutomationRuleId,
  isOn: z.boolean(),
  /** Incremented by every change; a change names the one it began from. */
  version: z.number().int(),
  /** How often it acted in the last 30 days, and when last. */
  runs: z.number().int(),
  lastRunAt: Instant.nullable(),
})
export type RuleView = z.output<typeof RuleView>

/** Rules of a business, at most. */
export const MAX_RULES = 1000

/** How deep a chain of rules that cause each other may be. */
export const MAX_CHAIN_DEPTH = 5

const Member = { tag: 'automation', access: 'member' } as const
const ById = z.object({ automationRuleId: AutomationRuleId })

/** In the order in which they run. */
export const listRules = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/automation/rules',
  summary: 'The rules of the business',
  rate: 'read',
  reply: z.object({ items: z.array(RuleView), can: z.object({ edit: z.boolean() }) }),
})

/** It is off until it is switched on. Owners and admins only. */
export const createRule = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/automation/rules',
  summary: 'Add a rule',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: AutomationRuleId, ...RULE_FIELDS }),
  reply: RuleView,
})

export const changeRule = endpoint({
  ...Member,
  method: 'PUT',
  path: '/api/automation/rules/:automationRuleId',
  summary: 'Change a rule',
  rate: 'write',
  params: ById,
  body: z.strictObject({ version: SeenVersion, ...RULE_FIELDS }),
  reply: RuleView,
})

export const switchRule = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/automation/rules/:automationRuleId/switch',
  summary: 'Switch a rule on or off',
  rate: 'write',
  params: ById,
  body: z.strictObject({ version: SeenVersion, isOn: z.boolean() }),
  reply: RuleView,
})

/** What it did stays in the log. */
export const deleteRule = endpoint({
  ...Member,
  method: 'DELETE',
  path: '/api/automation/rules/:automationRuleId',
  summary: 'Delete a rule',
  rate: 'write',
  params: ById,
  reply: z.object({ deleted: z.literal(true) }),
})

/** All rules in the order in which they run from now on. Conflict where somebody added or deleted one meanwhile. */
export const orderRules = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/automation/rules/order',
  summary: 'Change the order of the rules',
  rate: 'write',
  body: z.strictObject({ ids: z.array(AutomationRuleId).min(1).max(MAX_RULES) }),
  reply: z.object({ ordered: z.literal(true) }),
})

export const TouchedTicket = z.object({
  ticketId: TicketId,
  number: z.number().int(),
  subject: z.string(),
  customerName: z.string(),
  createdAt: Instant,
})
export type TouchedTicket = z.output<typeof TouchedTicket>

/**
 * Which tickets of the last `days` a rule would have touched: those to which happened what it waits for, and that meet its conditions as
 * they are today; of a rule for new tickets, as they were created.
 */
export const dryRunRule = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/automation/rules/dry-run',
  summary: 'Which past tickets a rule would have touched',
  rate: 'write',
  body: z.strictObject({ ...RULE_FIELDS, days: DryRunDays }).omit({ name: true, actions: true }),
  reply: z.object({
    count: z.number().int(),
    /** There are more than `count`. */
    isMore: z.boolean(),
    /** The newest, at most 50. */
    rows: z.array(TouchedTicket),
  }),
})

/** Which conditions of a rule one ticket meets now: why it would act on it, or why not. */
export const checkRule = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/automation/rules/:automationRuleId/check',
  summary: 'Why a rule acts on a ticket, or why not',
  rate: 'read',
  params: ById,
  query: z.object({ number: z.coerce.number().int().min(1).max(2_000_000_000) }),
  reply: z.object({
    ticket: TouchedTicket,
    isOn: z.boolean(),
    parts: z.array(z.object({ part: ConditionPart, isMet: z.boolean() })),
  }),
})

/**
 * `applied`: it acted. Stopped: it had acted in this chain before (`stopped_loop`), the chain was too deep (`stopped_depth`), or it had
 * acted on this ticket too often within the hour (`stopped_often`).
 */
export const RunOutcome = z.enum(['applied', 'stopped_loop', 'stopped_depth', 'stopped_often'])
export type RunOutcome = z.output<typeof RunOutcome>

/** What a rule did to a ticket, and what of it was not possible, with the reason in English. */
export const RunDetail = z.object({
  actions: z.array(TicketAction),
  skipped: z.array(z.object({ action: TicketAction, reason: z.string() })),
})
export type RunDetail = z.output<typeof RunDetail>

export const RunView = z.object({
  id: AutomationRunId,
  ruleId: AutomationRuleId,
  ruleName: z.string(),
  ticketId: TicketId,
  ticketNumber: z.number().int(),
  trigger: RuleTrigger,
  outcome: RunOutcome,
  depth: z.number().int(),
  detail: RunDetail,
  at: Instant,
})
export type RunView = z.output<typeof RunView>

/** Newest first. */
export const listRuns = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/automation/runs',
  summary: 'What rules did',
  rate: 'read',
  query: z.object({
    ruleId: AutomationRuleId.optional(),
    ticketId: TicketId.optional(),
    outcome: z.enum(['applied', 'stopped']).optional(),
    cursor: Cursor,
  }),
  reply: pageOf(RunView),
})
