import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { TicketFieldId } from '#contracts/ids.ts'
import { MAX_KEPT_TICKET_FIELDS } from '#contracts/ticket/ticket-field.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type TicketFieldRow, ticketField } from './schema.ts'

const byId = (t: Tx, id: TicketFieldId) => and(eq(ticketField.tenantId, t.tenantId), eq(ticketField.id, id))

/** The fields in their order, the archived ones last. */
export const listFieldRows = (t: Tx): Promise<TicketFieldRow[]> =>
  t.db
    .select()
    .from(ticketField)
    .where(eq(ticketField.tenantId, t.tenantId))
    .orderBy(sql`${ticketField.archivedAt} NULLS FIRST`, asc(ticketField.position), asc(ticketField.id))
    .limit(MAX_KEPT_TICKET_FIELDS)

/** The fields that are in use, in their order. */
export const listActiveFields = (t: Tx): Promise<TicketFieldRow[]> =>
  t.db
    .select()
    .from(ticketField)
    .where(and(eq(ticketField.tenantId, t.tenantId), isNull(ticketField.archivedAt)))
    .orderBy(asc(ticketField.position), asc(ticketField.id))
    .limit(MAX_KEPT_TICKET_FIELDS)

export async function findFieldRow(t: Tx, id: TicketFieldId, lock?: 'forUpdate'): Promise<TicketFieldRow | null> {
  const found = t.db.select().from(ticketField).where(byId(t, id))
  return (await (lock ? found.for('update') : found))[0] ?? null
}

export const insertField = (t: Tx, row: TicketFieldRow) => t.db.insert(ticketField).values(row)

export const updateField = (t: Tx, id: TicketFieldId, change: Partial<TicketFieldRow>) =>
  t.db.update(ticketField).set(change).where(byId(t, id))

/** Gives fields their positions in the given order. */
export const positionFields = (t: Tx, ids: readonly TicketFieldId[]) =>
  t.sql(
    `UPDATE ticket_field f SET position = o.position::int FROM unnest($2::uuid[]) WITH ORDINALITY AS o (id, position)
     WHERE f.tenant_id = $1 AND f.id = o.id`,
    [t.tenantId, ids],
  )
