import type { TeamId, TicketId, UserId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** The tickets of a team that wait for a member, the oldest first. The condition is that of the index `ticket_waiting`. */
export async function listWaiting(t: Tx, teamId: TeamId, limit: number): Promise<TicketId[]> {
  const rows = await t.sql<{ id: TicketId }>(
    `SELECT id FROM ticket WHERE tenant_id = $1 AND team_id = $2 AND assignee_id IS NULL
       AND status IN ('open', 'in-progress', 'waiting')
       AND snoozed_until IS NULL AND NOT snoozed_until_reply AND merged_into_id IS NULL
     ORDER BY created_at, id LIMIT ${Math.trunc(limit)}`,
    [t.tenantId, teamId],
  )
  return rows.map(({ id }) => id)
}

/** Locks the available members of a team, so that nobody else assigns to them before the end of this transaction, whatever their team. */
export const lockAvailableMembers = (t: Tx, teamId: TeamId): Promise<unknown> =>
  t.sql(
    `SELECT m.user_id FROM member m
     WHERE m.tenant_id = $1 AND m.removed_at IS NULL AND m.availability = 'available'
       AND m.user_id IN (SELECT user_id FROM team_member WHERE tenant_id = $1 AND team_id = $2)
     ORDER BY m.user_id FOR NO KEY UPDATE`,
    [t.tenantId, teamId],
  )

type NextMember = { userId: UserId; name: string }

/** Whose turn it is: the available member with room below the team's limit who was assigned a ticket of it the longest time ago. */
export async function findNextMember(t: Tx, teamId: TeamId): Promise<NextMember | null> {
  const [next] = await t.sql<NextMember>(
    `SELECT m.user_id AS "userId", m.name
     FROM team g
     JOIN team_member tm ON tm.tenant_id = $1 AND tm.team_id = g.id
     JOIN member m ON m.tenant_id = $1 AND m.user_id = tm.user_id
     CROSS JOIN LATERAL (SELECT count(*)::int AS open FROM ticket o
       WHERE o.tenant_id = $1 AND o.assignee_id = m.user_id AND o.status IN ('open', 'in-progress', 'waiting')
         AND o.snoozed_until IS NULL AND NOT o.snoozed_until_reply) work
     WHERE g.tenant_id = $1 AND g.id = $2 AND g.deleted_at IS NULL
       AND m.removed_at IS NULL AND m.availability = 'available' AND work.open < g.ticket_limit
     ORDER BY tm.last_assigned_at NULLS FIRST, work.open, m.user_id LIMIT 1`,
    [t.tenantId, teamId],
  )
  return next ?? null
}

export const markAssigned = (t: Tx, teamId: TeamId, userId: UserId): Promise<unknown> =>
  t.sql('UPDATE team_member SET last_assigned_at = $4 WHERE tenant_id = $1 AND team_id = $2 AND user_id = $3', [
    t.tenantId,
    teamId,
    userId,
    t.now,
  ])
