import type { TeamId, UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { getTeam } from '#server/team/service.ts'
import { getMember } from '#server/tenant/service.ts'
import type { LoadedTicket } from './load.ts'
import type { TicketChange } from './queries.ts'

export type Assignment = { assigneeId?: UserId | null | undefined; teamId?: TeamId | null | undefined }
type Planned = {
  change: TicketChange
  names: Partial<Pick<LoadedTicket, 'assigneeName' | 'teamName'>>
  actions: Text[]
}

/** What an assignment writes, with the names that are shown. Throws not_found for a former member and a deleted team. */
export async function assignmentOf(t: Tx, { assigneeId, teamId }: Assignment): Promise<Planned> {
  const assignee = assigneeId ? await getMember(t, assigneeId) : null
  const team = teamId ? await getTeam(t, teamId) : null
  const toMember = assignee ? text(m.activity_ticket_assigned, { name: assignee.name }) : m.activity_ticket_unassigned
  const toTeam = team ? text(m.activity_ticket_team_assigned, { team: team.name }) : m.activity_ticket_team_unassigned
  return {
    change: { ...(assigneeId === undefined ? {} : { assigneeId }), ...(teamId === undefined ? {} : { teamId }) },
    names: {
      ...(assigneeId === undefined ? {} : { assigneeName: assignee?.name ?? null }),
      ...(teamId === undefined ? {} : { teamName: team?.name ?? null }),
    },
    actions: [...(assigneeId === undefined ? [] : [toMember]), ...(teamId === undefined ? [] : [toTeam])],
  }
}
