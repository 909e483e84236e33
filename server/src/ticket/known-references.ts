import type { TicketFilter } from '#contracts/ticket/ticket.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import { getCustomer } from '#server/customer/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { getTeam, listTeamRows } from '#server/team/service.ts'
import { getMember, listMembersIn } from '#server/tenant/service.ts'
import { findFieldRow, listFieldRows } from './custom-fields/queries.ts'

/** Throws not_found for a team, member, customer or field of a filter that the business does not have, or no longer has. */
export async function requireKnownFilter(t: Tx, { assignees, teams, customerId, fields }: TicketFilter): Promise<void> {
  const [members, teamRows, fieldRows] = await Promise.all([
    assignees ? listMembersIn(t) : [],
    teams ? listTeamRows(t) : [],
    fields ? listFieldRows(t) : [],
    customerId ? getCustomer(t, customerId) : null,
  ])
  const known = new Set<string>(['me', 'none', ...members.map(({ userId }) => userId), ...teamRows.map(({ id }) => id)])
  if (assignees?.some((id) => !known.has(id))) throw notFound('team member')
  if (teams?.some((id) => !known.has(id))) throw notFound('team')
  if (fields?.some((one) => !fieldRows.some(({ id }) => one.startsWith(id)))) throw notFound('field')
}

/** The same for what actions assign and which fields they set; throws invalid_input for a snooze until a time that has passed. */
export async function requireKnownActions(t: Tx, actions: readonly TicketAction[]): Promise<void> {
  for (const action of actions) {
    if (action.type === 'set_field' && !(await findFieldRow(t, action.fieldId))) throw notFound('field')
    if (action.type === 'assign_team' && action.teamId) await getTeam(t, action.teamId)
    if (action.type === 'assign_member' && action.assigneeId && action.assigneeId !== 'me')
      await getMember(t, action.assigneeId)
    // A named time and `reply` are no dates.
    if (action.type === 'snooze' && action.until && new Date(action.until) <= t.now)
      throw invalid({ 'body.actions': m.error_snooze_past })
  }
}
