import type { AlertId, TicketId } from '#contracts/ids.ts'
import type { AlertSummary, AlertView } from '#contracts/notification/alert.ts'
import { publishAlertsChanged } from '#server/notification/live-events.ts'
import type { Member } from '#server/platform/actor.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow } from '#server/ticket/service.ts'
import { countUnread, hasAlert, listShown, listUnread, type Marked, markRead, type ShownAlert } from './queries.ts'

const PAGE = 30
/** So many of the newest are announced: what came with them is in the list. */
const ANNOUNCED = 3

/** The alerts of a member, newest first, 30 a page. */
export async function listAlerts(
  tenant: Tenant,
  { userId }: Member,
  cursor: string | undefined,
): Promise<{ items: AlertView[]; nextCursor: string | null }> {
  const position = newestFirst.decode(cursor)
  const rows = await tenant.read((t) => listShown(t, userId, position, PAGE + 1))
  const page = pageFrom(rows, PAGE, newestFirst, ({ at, id }) => ({ at, id }))
  return { ...page, items: page.items.map(presentAlert) }
}

/** How many alerts a member has not read, and the newest of them. */
export const readSummary = (tenant: Tenant, actor: Member): Promise<AlertSummary> =>
  tenant.read((t) => summaryOf(t, actor))

/** Marks an alert of the member as read, on all their screens. Throws not_found for another one. */
export const readAlert = (tenant: Tenant, actor: Member, id: AlertId): Promise<AlertSummary> =>
  tenant.tx(async (t) => {
    if (!(await hasAlert(t, actor.userId, id))) throw notFound('alert')
    return mark(t, actor, { id })
  })

/** Marks all alerts of the member up to a moment as read: one that came since stays unread. */
export const readAllAlerts = (tenant: Tenant, actor: Member, until: string): Promise<AlertSummary> =>
  tenant.tx((t) => mark(t, actor, { until: new Date(until) }))

/** Marks the member's alerts of a ticket as read. Throws not_found for a ticket they cannot see. */
export const readTicketAlerts = (tenant: Tenant, actor: Member, id: TicketId): Promise<AlertSummary> =>
  tenant.tx(async (t) => {
    const { id: ticketId } = await getTicketRow(t, actor, id)
    return mark(t, actor, { ticketId })
  })

async function mark(t: Tx, actor: Member, marked: Marked): Promise<AlertSummary> {
  if (await markRead(t, actor.userId, marked)) publishAlertsChanged(t, [actor.userId])
  return summaryOf(t, actor)
}

async function summaryOf(t: Tx, { userId }: Member): Promise<AlertSummary> {
  const [counts, newest] = await Promise.all([countUnread(t, userId), listUnread(t, userId, ANNOUNCED)])
  return {
    ...counts,
    newest: newest.map((row) => ({ ...presentAlert(row), isListed: row.isListed, hasSound: row.hasSound })),
  }
}

function presentAlert({ id, kind, count, ticketId, number, subject, customerName, byName, at, readAt }: ShownAlert) {
  const ticket =
    ticketId && number !== null && subject !== null && customerName !== null
      ? { id: ticketId, number, subject, customerName }
      : null
  return { id, kind, count, ticket, byName, at: at.toISOString(), isRead: readAt !== null } satisfies AlertView
}
