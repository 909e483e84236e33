import { and, count, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { AlertId, TicketId, UserId } from '#contracts/ids.ts'
import { alert } from '#server/notification/schema.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { member } from '#server/tenant/schema.ts'
import { ticket } from '#server/ticket/schema.ts'

const COLUMNS = {
  id: alert.id,
  kind: alert.kind,
  count: alert.count,
  ticketId: ticket.id,
  number: ticket.number,
  subject: ticket.subject,
  customerName: ticket.customerName,
  byName: member.name,
  at: alert.at,
  readAt: alert.readAt,
  isListed: alert.isListed,
  hasSound: alert.hasSound,
}

const select = (t: Tx) =>
  t.prepared
    .select(COLUMNS)
    .from(alert)
    .leftJoin(ticket, and(eq(ticket.tenantId, alert.tenantId), eq(ticket.id, alert.ticketId)))
    .leftJoin(member, and(eq(member.tenantId, alert.tenantId), eq(member.userId, alert.byId)))
    .$dynamic()
export type ShownAlert = Awaited<ReturnType<typeof listShown>>[number]

const isOf = (t: Tx, userId: UserId) => and(eq(alert.tenantId, t.tenantId), eq(alert.userId, userId))

/** A member's listed alerts after a position, newest first. */
export const listShown = (t: Tx, userId: UserId, position: NewestFirstPosition | null, limit: number) =>
  select(t)
    .where(and(isOf(t, userId), eq(alert.isListed, true), afterPosition(alert.at, alert.id, position)))
    .orderBy(desc(alert.at), desc(alert.id))
    .limit(limit)
    .execute()

/** The newest unread ones of a member. */
export const listUnread = (t: Tx, userId: UserId, limit: number): Promise<ShownAlert[]> =>
  select(t)
    .where(and(isOf(t, userId), isNull(alert.readAt)))
    .orderBy(desc(alert.at), desc(alert.id))
    .limit(limit)
    .execute()

/** How many unread ones a member has in the list and in the window's title. */
export const countUnread = async (t: Tx, userId: UserId): Promise<{ unread: number; inTitle: number }> =>
  (
    await t.prepared
      .select({
        unread: sql<number>`(count(*) FILTER (WHERE ${alert.isListed}))::integer`,
        inTitle: sql<number>`(count(*) FILTER (WHERE ${alert.isInTitle}))::integer`,
      })
      .from(alert)
      .where(and(isOf(t, userId), isNull(alert.readAt)))
      .execute()
  )[0] ?? { unread: 0, inTitle: 0 }

/** Whether the alert is the member's. */
export const hasAlert = async (t: Tx, userId: UserId, id: AlertId): Promise<boolean> =>
  ((
    await t.db
      .select({ rows: count() })
      .from(alert)
      .where(and(isOf(t, userId), eq(alert.id, id)))
  )[0]?.rows ?? 0) > 0

/** Which unread alerts of a member are marked. */
export type Marked = { id: AlertId } | { ticketId: TicketId } | { until: Date }

/** Marks unread alerts of a member as read; whether there were any. */
export async function markRead(t: Tx, userId: UserId, marked: Marked): Promise<boolean> {
  const isMarked =
    'id' in marked
      ? eq(alert.id, marked.id)
      : 'ticketId' in marked
        ? eq(alert.ticketId, marked.ticketId)
        : lte(alert.at, marked.until)
  const rows = await t.db
    .update(alert)
    .set({ readAt: t.now })
    .where(and(isOf(t, userId), isNull(alert.readAt), isMarked))
    .returning({ id: alert.id })
  return rows.length > 0
}
