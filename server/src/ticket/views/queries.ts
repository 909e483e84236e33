import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { SavedViewId, UserId } from '#contracts/ids.ts'
import type { TicketFilter } from '#contracts/ticket/ticket.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import { conditionsOf, READ_POSITION } from '#server/ticket/conditions.ts'
import { findAll } from '#server/ticket/search/find.ts'
import { type TicketViewRow, ticketView, ticketViewTally } from './schema.ts'

/** Stands for no assignee in a tally. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

const byId = (t: Tx, id: SavedViewId) => and(eq(ticketView.tenantId, t.tenantId), eq(ticketView.id, id))

/** The shared views and a member's own, by name; a business and a member have at most MAX_SAVED_VIEWS each. */
export const listViewRows = (t: Tx, reader: UserId): Promise<TicketViewRow[]> =>
  t.db
    .select()
    .from(ticketView)
    .where(and(eq(ticketView.tenantId, t.tenantId), or(isNull(ticketView.ownerId), eq(ticketView.ownerId, reader))))
    .orderBy(sql`${ticketView.ownerId} NULLS FIRST`, asc(sql`lower(${ticketView.name})`), asc(ticketView.id))

export const findViewRow = async (t: Tx, id: SavedViewId): Promise<TicketViewRow | null> =>
  (await t.db.select().from(ticketView).where(byId(t, id)))[0] ?? null

export const insertViewRow = (t: Tx, row: TicketViewRow) => t.db.insert(ticketView).values(row)

export const updateViewRow = (t: Tx, row: TicketViewRow) => t.db.update(ticketView).set(row).where(byId(t, row.id))

export const deleteViewRow = (t: Tx, id: SavedViewId) => t.db.delete(ticketView).where(byId(t, id))

/**
 * Waits for the transactions that change tickets, and lets none begin: their triggers share the same lock. To be taken after the view is
 * written, whose key refers to the business's row, so that no other lock is waited for under it.
 */
export const holdTallies = (t: Tx) =>
  t.sql(`SELECT pg_advisory_xact_lock(hashtext('ticket_view_tally'), hashtext($1))`, [t.tenantId])

/** Counts the tickets of a view anew, after `holdTallies`. */
export async function recountView(t: Tx, { id, tally, isByAssignee }: TicketViewRow): Promise<void> {
  await t.db
    .delete(ticketViewTally)
    .where(and(eq(ticketViewTally.tenantId, t.tenantId), eq(ticketViewTally.viewId, id)))
  if (!tally) return
  const values: unknown[] = [t.tenantId, id, NOBODY]
  const bind = (value: unknown) => `$${values.push(value)}`
  const filter = tally as TicketFilter
  const conditions = conditionsOf(filter, { readerId: NOBODY as UserId, now: t.now, found: null }, bind)
  const assignee = isByAssignee ? 'coalesce(t.assignee_id, $3)' : '$3::uuid'
  await t.sql(
    `INSERT INTO ticket_view_tally (tenant_id, view_id, assignee_id, is_total, tickets)
     SELECT $1, $2, ${assignee}, true, count(*) FROM ticket t WHERE ${['t.tenant_id = $1', ...conditions].join(' AND ')} GROUP BY 3`,
    values,
  )
}

/** The numbers of the views that have a tally, for a reader. */
export async function sumTallies(t: Tx, views: readonly TicketViewRow[], reader: UserId): Promise<Map<string, number>> {
  const rows = await t.sql<{ viewId: string; assigneeId: string; tickets: number }>(
    `SELECT view_id AS "viewId", assignee_id AS "assigneeId", sum(tickets)::int AS tickets FROM ticket_view_tally
     WHERE tenant_id = $1 GROUP BY view_id, assignee_id`,
    [t.tenantId],
    'prepared',
  )
  const isTheirs = ({ filter, isByAssignee }: TicketViewRow, assigneeId: string) =>
    !isByAssignee || filter.assignees?.some((id) => assigneeId === (id === 'me' ? reader : id === 'none' ? NOBODY : id))
  return new Map(
    views.map((view) => {
      const own = rows.filter((row) => row.viewId === view.id && isTheirs(view, row.assigneeId))
      return [view.id, own.reduce((sum, { tickets }) => sum + tickets, 0)]
    }),
  )
}

/** How many tickets match a filter now, for a reader. */
export async function countMatching(t: Tx, filter: TicketFilter, readerId: UserId): Promise<number> {
  const found = await findAll(t, filter)
  const values: unknown[] = [t.tenantId, readerId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(filter, { readerId, now: t.now, found }, bind)
  const [row] = await t.sql<{ tickets: number }>(
    `SELECT count(*)::int AS tickets FROM ticket t ${READ_POSITION} WHERE ${['t.tenant_id = $1', ...conditions].join(' AND ')}`,
    values,
  )
  return row?.tickets ?? 0
}

/** Folds the rows of single changes into the totals of their views; gives how many. */
export const foldViewTallies = async (platform: Platform, limit: number): Promise<number> =>
  (await platform.db.query<{ n: number }>('SELECT fold_ticket_view_tallies($1) AS n', [limit]))[0]?.n ?? 0
