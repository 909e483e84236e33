import type { TicketId, UserId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { ActivityRow } from '#server/tenant/schema.ts'

export type Totals = {
  customers: number
  customersBefore: number
  tickets: number
  ticketsBefore: number
  open: number
  inProgress: number
  waiting: number
  resolved: number
  closed: number
  mine: number
  unassigned: number
  breachingSoon: number
}

/** What the business has now, and what it had at an earlier instant; demo rows are not counted. */
export async function readTotals(t: Tx, reader: UserId, earlier: Date): Promise<Totals> {
  const [row] = await t.sql<Totals>(
    `SELECT * FROM (
       SELECT count(*)::int AS customers, (count(*) FILTER (WHERE joined_at < $3))::int AS "customersBefore"
       FROM customer WHERE tenant_id = $1 AND NOT is_demo AND part_of_id IS NULL AND erased_at IS NULL) c,
     (SELECT coalesce(sum(n), 0)::int AS tickets, coalesce(sum(n) FILTER (WHERE status = 'open'), 0)::int AS open,
         coalesce(sum(n) FILTER (WHERE status = 'in-progress'), 0)::int AS "inProgress",
         coalesce(sum(n) FILTER (WHERE status = 'waiting'), 0)::int AS waiting,
         coalesce(sum(n) FILTER (WHERE status = 'resolved'), 0)::int AS resolved,
         coalesce(sum(n) FILTER (WHERE status = 'closed'), 0)::int AS closed
       FROM (SELECT status, count(*) AS n FROM ticket WHERE tenant_id = $1 AND NOT is_demo GROUP BY status) s) t,
     (SELECT count(*)::int AS "createdSince" FROM ticket WHERE tenant_id = $1 AND created_at >= $3 AND NOT is_demo) d,
     LATERAL (SELECT t.tickets - d."createdSince" AS "ticketsBefore") b,
     (SELECT (count(*) FILTER (WHERE assignee_id = $2))::int AS mine, (count(*) FILTER (WHERE assignee_id IS NULL))::int AS unassigned,
         (count(*) FILTER (WHERE sla_state = 'soon'))::int AS "breachingSoon"
       FROM ticket WHERE tenant_id = $1 AND status IN ('open', 'in-progress', 'waiting') AND NOT is_demo) w`,
    [t.tenantId, reader, earlier],
  )
  return row as Totals
}

/** Customers who joined on each day of the business's time zone since an instant. */
export const countJoinedByDay = (t: Tx, since: Date, timezone: string): Promise<{ day: string; value: number }[]> =>
  t.sql(
    `SELECT to_char(joined_at AT TIME ZONE $3, 'YYYY-MM-DD') AS day, count(*)::int AS value
     FROM customer WHERE tenant_id = $1 AND NOT is_demo AND part_of_id IS NULL AND erased_at IS NULL AND joined_at >= $2 GROUP BY 1`,
    [t.tenantId, since, timezone],
  )

export type LatestActivity = Pick<ActivityRow, 'action' | 'message' | 'type' | 'actorKind' | 'actorName' | 'at'> & {
  id: string
  ticketId: TicketId | null
  ticketSubject: string | null
}

/** The newest entries of the activity log; an entry about a deleted ticket has no id of it, and one that names no subject has the ticket's. */
export const listLatestActivity = (t: Tx, limit: number): Promise<LatestActivity[]> =>
  t.sql(
    `SELECT a.id, a.action, a.message, a.type, k.id AS "ticketId", coalesce(nullif(a.ticket_subject, ''), k.subject) AS "ticketSubject",
       a.actor_kind AS "actorKind", a.actor_name AS "actorName", a.at
     FROM (SELECT * FROM activity_log WHERE tenant_id = $1 ORDER BY at DESC, id DESC LIMIT $2) a
     LEFT JOIN ticket k ON k.tenant_id = $1 AND k.id = a.ticket_id ORDER BY a.at DESC, a.id DESC`,
    [t.tenantId, limit],
  )
