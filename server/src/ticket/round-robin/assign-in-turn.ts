import type { TeamId, TenantId, TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { type Tenant, tenantOf } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { applyChange } from '#server/ticket/apply-change.ts'
import { lockTicket } from '#server/ticket/load.ts'
import { isFinished, isSnoozed } from '#server/ticket/policy.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { findNextMember, listWaiting, lockAvailableMembers, markAssigned } from './queries.ts'

/** Teams that are read at once. */
const TEAMS = 200
/** Tickets of one team in a run; the rest is for the next run. */
const TICKETS = 50

/**
 * Assigns the waiting tickets of teams that share them in turn. A ticket may begin to wait, and a member to have room, in many ways: this
 * looks for both every few seconds, so that none of them has to think of it.
 */
export const assignInTurn: RecurringJob = {
  name: 'ticket.assignInTurn',
  everySeconds: 5,
  run: async (platform) => {
    // Every run comes to every team: one whose members have no room holds up no other.
    let last: DueTeam | undefined = FIRST
    while (last) {
      const due: DueTeam[] = await platform.db.query<DueTeam>('SELECT * FROM teams_with_waiting_tickets($1, $2, $3)', [
        last.tenant_id,
        last.team_id,
        TEAMS,
      ])
      await runForEach(platform, due, ({ tenant_id, team_id }) => shareTickets(tenantOf(platform, tenant_id), team_id))
      last = due.length === TEAMS ? due.at(-1) : undefined
    }
  },
}

type DueTeam = { tenant_id: TenantId; team_id: TeamId }
const NIL = '00000000-0000-0000-0000-000000000000'
/** Before every team. */
const FIRST = { tenant_id: NIL, team_id: NIL } as DueTeam

/** Assigns the waiting tickets of a team, the oldest first, until none waits or nobody has room. */
async function shareTickets(tenant: Tenant, teamId: TeamId): Promise<void> {
  const waiting = await tenant.read(async (t) =>
    (await findNextMember(t, teamId)) ? listWaiting(t, teamId, TICKETS) : [],
  )
  for (const id of waiting) {
    const isAnyoneFree = await tenant.tx((t) => assignNext(t, teamId, id))
    if (!isAnyoneFree) return
  }
}

/** Assigns one ticket to the member whose turn it is; false where nobody has room. */
async function assignNext(t: Tx, teamId: TeamId, id: TicketId): Promise<boolean> {
  const { ticket } = await lockTicket(t, system, id)
  // Another process, or a member, may have been first.
  if (!isWaiting(ticket, teamId)) return true
  await lockAvailableMembers(t, teamId)
  const next = await findNextMember(t, teamId)
  if (!next) return false
  const action = text(m.activity_ticket_assigned_in_turn, { name: next.name })
  await applyChange(t, system, ticket, { assigneeId: next.userId }, { actions: [action] })
  await markAssigned(t, teamId, next.userId)
  return true
}

const isWaiting = (row: TicketRow, teamId: TeamId): boolean =>
  row.teamId === teamId &&
  row.assigneeId === null &&
  row.mergedIntoId === null &&
  !isFinished(row.status) &&
  !isSnoozed(row)
