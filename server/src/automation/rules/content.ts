import type { RuleConditions, RuleContent } from '#contracts/automation/rule.ts'
import type { TeamId, UserId } from '#contracts/ids.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid } from '#server/platform/errors.ts'
import { getTeam } from '#server/team/service.ts'
import { getMember } from '#server/tenant/service.ts'

/** A time counts for a rule over time alone. Throws invalid_input for such a rule without one. */
export function withTime<Given extends Pick<RuleContent, 'trigger' | 'time'>>(given: Given): Given {
  if (given.trigger !== 'time_passed') return { ...given, time: null }
  if (!given.time) throw invalid({ 'body.time': m.error_enter_rule_hours })
  return given
}

type Named = { conditions: RuleConditions; actions?: readonly TicketAction[] }

/** Throws not_found where a rule names a team or a member that the business does not have. */
export async function requireReferences(t: Tx, { conditions, actions = [] }: Named): Promise<void> {
  const assigned = actions.flatMap((action) => (action.type === 'assign_member' ? [action.assigneeId] : []))
  const toTeams = actions.flatMap((action) => (action.type === 'assign_team' ? [action.teamId] : []))
  const members = new Set([...(conditions.assignees ?? []), ...assigned])
  const teams = new Set([...(conditions.teams ?? []), ...toTeams])
  await Promise.all([
    ...[...members].filter(isId).map((id) => getMember(t, id as UserId)),
    ...[...teams].filter(isId).map((id) => getTeam(t, id as TeamId)),
  ])
}

const isId = (value: string | null): value is string => value !== null && value !== 'none' && value !== 'me'
