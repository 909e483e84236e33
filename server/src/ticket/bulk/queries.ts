import { and, eq, lt } from 'drizzle-orm'
import type { BulkChangeId, TicketId, UserId } from '#contracts/ids.ts'
import type { TicketFilter } from '#contracts/ticket/ticket.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conditionsOf, READ_POSITION } from '#server/ticket/conditions.ts'
import { findAll } from '#server/ticket/search/find.ts'
import { type BulkChangeRow, type BulkItemRow, ticketBulkChange, ticketBulkItem } from './schema.ts'

const byId = (t: Tx, id: BulkChangeId) => and(eq(ticketBulkChange.tenantId, t.tenantId), eq(ticketBulkChange.id, id))
const itemOf = (t: Tx, id: BulkChangeId, ticketId: TicketId) =>
  and(eq(ticketBulkItem.tenantId, t.tenantId), eq(ticketBulkItem.changeId, id), eq(ticketBulkItem.ticketId, ticketId))

export const insertChange = (t: Tx, row: BulkChangeRow) => t.db.insert(ticketBulkChange).values(row)

export const updateChange = (t: Tx, id: BulkChangeId, change: Partial<BulkChangeRow>) =>
  t.db.update(ticketBulkChange).set(change).where(byId(t, id))

export async function findChange(t: Tx, id: BulkChangeId, lock?: 'forUpdate'): Promise<BulkChangeRow | null> {
  const found = t.db.select().from(ticketBulkChange).where(byId(t, id))
  return (await (lock ? found.for('update') : found))[0] ?? null
}

export const findUndoOf = async (t: Tx, id: BulkChangeId): Promise<BulkChangeRow | null> =>
  (
    await t.db
      .select()
      .from(ticketBulkChange)
      .where(and(eq(ticketBulkChange.tenantId, t.tenantId), eq(ticketBulkChange.undoOf, id)))
  )[0] ?? null

/** Changes that can no longer be undone or asked about. */
export const deleteOldChanges = (t: Tx, before: Date) =>
  t.db
    .delete(ticketBulkChange)
    .where(and(eq(ticketBulkChange.tenantId, t.tenantId), lt(ticketBulkChange.createdAt, before)))

const ADD = 'INSERT INTO ticket_bulk_item (tenant_id, change_id, ticket_id)'
type Added = { id: TicketId }

/** Adds chosen tickets to a change, as far as the business has them. */
export const addTickets = (t: Tx, id: BulkChangeId, ids: readonly TicketId[]): Promise<Added[]> =>
  t.sql(
    `${ADD} SELECT $1, $2, t.id FROM ticket t WHERE t.tenant_id = $1 AND t.id = ANY ($3::uuid[]) RETURNING ticket_id AS id`,
    [t.tenantId, id, ids],
  )

/** Adds the tickets that match a filter now, at most `limit`. */
export async function addMatching(
  t: Tx,
  id: BulkChangeId,
  filter: TicketFilter,
  { readerId, limit }: { readerId: UserId; limit: number },
): Promise<Added[]> {
  const found = await findAll(t, filter)
  const values: unknown[] = [t.tenantId, readerId, id]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(filter, { readerId, now: t.now, found }, bind)
  return t.sql(
    `${ADD} SELECT $1, $3, t.id FROM ticket t ${READ_POSITION} WHERE ${['t.tenant_id = $1', ...conditions].join(' AND ')}
     LIMIT ${Math.trunc(limit)} RETURNING ticket_id AS id`,
    values,
  )
}

/** Adds all tickets that have a tag, snoozed and merged ones too. */
export const addTagged = (t: Tx, id: BulkChangeId, tag: string): Promise<Added[]> =>
  t.sql(
    `${ADD} SELECT $1, $2, t.id FROM ticket t WHERE t.tenant_id = $1 AND $3 = ANY (t.tags) RETURNING ticket_id AS id`,
    [t.tenantId, id, tag],
  )

/** Adds the tickets that another change has changed, with what they were before it. */
export const addChangedBy = (t: Tx, id: BulkChangeId, undone: BulkChangeId): Promise<Added[]> =>
  t.sql(
    `INSERT INTO ticket_bulk_item (tenant_id, change_id, ticket_id, former, version)
     SELECT tenant_id, $2, ticket_id, former, version FROM ticket_bulk_item WHERE tenant_id = $1 AND change_id = $3 AND state = 'changed'
     RETURNING ticket_id AS id`,
    [t.tenantId, id, undone],
  )

/** The next tickets of a change, in the order in which they are locked. */
export const listWaiting = async (t: Tx, id: BulkChangeId, limit: number): Promise<TicketId[]> =>
  (
    await t.sql<Added>(
      `SELECT ticket_id AS id FROM ticket_bulk_item WHERE tenant_id = $1 AND change_id = $2 AND state = 'waiting'
       ORDER BY ticket_id LIMIT $3`,
      [t.tenantId, id, limit],
      'prepared',
    )
  ).map(({ id }) => id)

/** A ticket of a change under its lock; lock the ticket first. */
export const lockItem = async (t: Tx, id: BulkChangeId, ticketId: TicketId): Promise<BulkItemRow | null> =>
  (
    await t.db
      .select()
      .from(ticketBulkItem)
      .where(itemOf(t, id, ticketId))
      .for('update')
  )[0] ?? null

export const updateItem = (t: Tx, id: BulkChangeId, ticketId: TicketId, change: Partial<BulkItemRow>) =>
  t.db
    .update(ticketBulkItem)
    .set(change)
    .where(itemOf(t, id, ticketId))

export type Progress = { done: number; changed: number; skipped: number; reason: string | null }

/** How far a change is. */
export async function readProgress(t: Tx, id: BulkChangeId): Promise<Progress> {
  const [row] = await t.sql<Progress>(
    `SELECT count(*) FILTER (WHERE state <> 'waiting')::int AS done, count(*) FILTER (WHERE state = 'changed')::int AS changed,
       count(*) FILTER (WHERE state = 'skipped')::int AS skipped, min(reason) AS reason
     FROM ticket_bulk_item WHERE tenant_id = $1 AND change_id = $2`,
    [t.tenantId, id],
    'prepared',
  )
  return row ?? { done: 0, changed: 0, skipped: 0, reason: null }
}
