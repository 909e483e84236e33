import type { CustomerId } from '#contracts/ids.ts'
import type { TicketCounters } from '#contracts/ticket/ticket-counters.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole } from '#server/platform/policy.ts'
import { readTenant, startOfDayIn } from '#server/tenant/service.ts'
import { NOT_APART } from './conditions.ts'
import { EDIT_DEMO_TICKETS } from './policy.ts'

/** The maximum count: a screen shows "10,000+", so that the cost is bounded. */
const COUNT_LIMIT = 10_001
/** Unread tickets are counted among so many tickets, newest message first, so that the cost is bounded. */
const UNREAD_AMONG = 2_000

const COUNT = `
  WITH current_tenant AS (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid AS id)
  SELECT
    (SELECT count(*)::int FROM (SELECT 1 FROM ticket WHERE tenant_id = current_tenant.id AND status = 'open' AND NOT is_demo AND ${NOT_APART} LIMIT $3) x) AS open,
    (SELECT count(*)::int FROM (SELECT 1 FROM ticket WHERE tenant_id = current_tenant.id AND status = 'in-progress' AND NOT is_demo AND ${NOT_APART} LIMIT $3) x) AS "inProgress",
    (SELECT count(*)::int FROM (SELECT 1 FROM ticket WHERE tenant_id = current_tenant.id AND status = 'waiting' AND NOT is_demo AND ${NOT_APART} LIMIT $3) x) AS waiting,
    (SELECT count(*)::int FROM (SELECT 1 FROM ticket WHERE tenant_id = current_tenant.id AND status = 'resolved' AND NOT is_demo AND ${NOT_APART} LIMIT $3) x) AS resolved,
    (SELECT count(*)::int FROM (SELECT 1 FROM ticket WHERE tenant_id = current_tenant.id AND resolved_at >= $1 AND NOT is_demo LIMIT $3) x) AS "resolvedToday",
    (SELECT count(*)::int FROM (
      SELECT 1 FROM (SELECT id, status, is_demo, NOT (${NOT_APART}) AS is_apart, last_customer_seq FROM ticket WHERE tenant_id = current_tenant.id ORDER BY last_message_at DESC, id DESC LIMIT $4) t
      LEFT JOIN ticket_read r ON r.tenant_id = current_tenant.id AND r.ticket_id = t.id AND r.user_id = $2
      WHERE t.status IN ('open', 'in-progress', 'waiting') AND NOT t.is_demo AND NOT t.is_apart AND t.last_customer_seq > coalesce(r.seen_seq, 0)
      LIMIT 1000) x) AS unread,
    (SELECT count(*)::int FROM (SELECT 1 FROM ticket WHERE tenant_id = current_tenant.id LIMIT $3) x) AS total,
    (SELECT count(*)::int FROM (SELECT 1 FROM ticket WHERE tenant_id = current_tenant.id AND is_demo LIMIT $3) x) AS demo
  FROM current_tenant`

/** How many tickets have which status, without snoozed and merged ones, which the list leaves out; demo tickets count in `total` and `demo` alone. "Today" starts at midnight in the tenant's time zone. */
export const countTickets = (
  tenant: Tenant,
  reader: Member,
): Promise<TicketCounters & { can: { editDemo: boolean } }> =>
  tenant.read(async (t) => {
    const { businessInfo } = await readTenant(t)
    const rows = await t.sql<TicketCounters>(COUNT, [
      startOfDayIn(businessInfo.timezone, t.now),
      reader.userId,
      COUNT_LIMIT,
      UNREAD_AMONG,
    ])
    return { ...(rows[0] as TicketCounters), can: { editDemo: hasRole(reader, EDIT_DEMO_TICKETS) } }
  })

const MIN_REPLIES = 10

/** Median minutes until a person first answered, over the newest 200 tickets of 30 days, demo ones excluded; null below ten. */
export async function usualReplyMinutes(t: Tx): Promise<number | null> {
  const rows = await t.sql<{ replies: number; minutes: number | null }>(
    `SELECT count(*)::int AS replies,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM first_response_at - created_at) / 60) AS minutes
     FROM (SELECT created_at, first_response_at FROM ticket
           WHERE tenant_id = $2 AND created_at > $1::timestamptz - interval '30 days' AND NOT is_demo
           ORDER BY created_at DESC LIMIT 200) recent
     WHERE first_response_at IS NOT NULL`,
    [t.now, t.tenantId],
  )
  const [row] = rows
  return row && row.replies >= MIN_REPLIES && row.minutes !== null ? Math.round(row.minutes) : null
}

export type CustomerStatistics = { ticketCount: number; chatCount: number; averageRating: number | null }

/** How many tickets and chats a customer has, and their average rating, for the side panel. */
export async function customerStatistics(t: Tx, customerId: CustomerId): Promise<CustomerStatistics> {
  const rows = await t.sql<CustomerStatistics>(
    `SELECT (SELECT count(*)::int FROM ticket WHERE tenant_id = $1 AND customer_id = $2) AS "ticketCount",
            (SELECT count(*)::int FROM conversation WHERE tenant_id = $1 AND customer_id = $2 AND channel = 'chat') AS "chatCount",
            (SELECT avg(rating)::float FROM ticket WHERE tenant_id = $1 AND customer_id = $2) AS "averageRating"`,
    [t.tenantId, customerId],
    'prepared',
  )
  return rows[0] as CustomerStatistics
}
