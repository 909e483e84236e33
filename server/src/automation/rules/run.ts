import { MAX_CHAIN_DEPTH, type RunOutcome } from '#contracts/automation/rule.ts'
import type { AutomationRunId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { continueChain } from '#server/automation/record-event.ts'
import type { AutomationEventRow, AutomationRuleRow } from '#server/automation/schema.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { text } from '#server/platform/text/message.ts'
import { storedLine } from '#server/platform/text/stored-text.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { applyActions, type LoadedTicket } from '#server/ticket/service.ts'
import { matchRules } from './match.ts'
import { findRule, insertRun, listRulesFor, readHistory } from './queries.ts'

/** A rule that acts more often than this on one ticket within an hour is stopped: two that answer each other over mails are no chain. */
export const MOST_RUNS_AN_HOUR = 5

/**
 * Runs the rules that wait for an event and whose conditions the locked ticket meets, in their order. All are compared with the ticket as
 * the event found it: what one of them changes is an event of its own, in the same chain and one deeper. All in the event's transaction.
 */
export async function runRules(t: Tx, event: AutomationEventRow, given: LoadedTicket): Promise<void> {
  const rules = await rulesFor(t, event)
  if (rules.length === 0) return
  const isMet = await matchRules(t, event.ticketId, rules)
  const matching = rules.filter((_, n) => isMet[n])
  if (matching.length === 0) return
  const history = await readHistory(t, { ...event, ruleIds: matching.map(({ id }) => id) })
  continueChain(t, { id: event.chainId, depth: event.depth + 1 })
  let loaded = given
  for (const rule of matching) {
    const { isInChain = false, lastHour = 0 } = history.get(rule.id) ?? {}
    const stopped = stopReason(event, isInChain, lastHour)
    if (stopped) logRun(t, event, rule, loaded, stopped)
    else loaded = await act(t, event, rule, loaded)
  }
}

async function rulesFor(t: Tx, { ruleId, triggers }: AutomationEventRow): Promise<AutomationRuleRow[]> {
  if (!ruleId) return listRulesFor(t, triggers)
  const rule = await findRule(t, ruleId)
  return rule?.isOn && rule.trigger === 'time_passed' ? [rule] : []
}

function stopReason({ depth }: AutomationEventRow, isInChain: boolean, lastHour: number): RunOutcome | null {
  if (isInChain) return 'stopped_loop'
  if (depth >= MAX_CHAIN_DEPTH) return 'stopped_depth'
  return lastHour >= MOST_RUNS_AN_HOUR ? 'stopped_often' : null
}

async function act(
  t: Tx,
  event: AutomationEventRow,
  rule: AutomationRuleRow,
  given: LoadedTicket,
): Promise<LoadedTicket> {
  const { id: ticketId, subject: ticketSubject } = given.ticket
  const action = text(m.activity_rule_ran, { rule: rule.name })
  await recordActivity(t, system, { action, type: 'automation', ticketId, ticketSubject })
  const { loaded, skipped } = await applyActions(t, system, given, rule.actions)
  logRun(
    t,
    event,
    rule,
    given,
    'applied',
    skipped.map(({ action, reason }) => ({ action, reason: storedLine(reason) })),
  )
  return loaded
}

function logRun(
  t: Tx,
  { chainId, depth, since, triggers }: AutomationEventRow,
  rule: AutomationRuleRow,
  { ticket }: LoadedTicket,
  outcome: RunOutcome,
  skipped: { action: AutomationRuleRow['actions'][number]; reason: string }[] = [],
): void {
  const notDone = new Set(skipped.map(({ action }) => action))
  const actions = outcome === 'applied' ? rule.actions.filter((action) => !notDone.has(action)) : []
  insertRun(t, {
    tenantId: t.tenantId,
    id: crypto.randomUUID() as AutomationRunId,
    ruleId: rule.id,
    ruleName: rule.name,
    ticketId: ticket.id,
    ticketNumber: ticket.number,
    trigger: triggers.includes(rule.trigger) ? rule.trigger : 'time_passed',
    chainId,
    depth,
    outcome,
    detail: { actions, skipped },
    since,
    at: t.now,
  })
}
