import type { RuleConditions, RuleContent } from '#contracts/automation/rule.ts'
import type { TeamId, UserId } from '#contracts/ids.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid } from '#server/platform/errors.ts'
import { getTeam } from '#server/team/service.ts'
import { getMember } from '#server/tenant/service.ts'
import { requireKnownActions } from '#server/ticket/service.ts'

/** A time counts for a rule over time alone. Throws invalid_input for such a rule without one. */
export function withTime<Given extends Pick<RuleContent, 'trigger' | 'time'>>(given: Given): Given {
  if (given.trigger !== 'time_passed') return { ...given, time: null }
  if (!given.time) throw invalid({ 'body.time': m.error_enter_rule_hours })
  return given
}

type Named = { conditions: RuleConditions; actions?: readonly TicketAction[] }

/**
 * Throws not_found where a rule names a team, a member or a field that the business does not have, and invalid_input for a snooze until a
 * time that has passed.
 */
export async function requireReferences(t: Tx, { conditions, actions = [] }: Named): Promise<void> {
  await Promise.all([
    ...(conditions.assignees ?? []).filter(isId).map((id) => getMember(t, id as UserId)),
    ...(conditions.teams ?? []).filter(isId).map((id) => getTeam(t, id as TeamId)),
    requireKnownActions(t, actions),
  ])
}

const isId = (value: string): boolean => value !== 'none' && value !== 'me'
