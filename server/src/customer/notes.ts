import { and, desc, eq, inArray } from 'drizzle-orm'
import type { CustomerNoteView } from '#contracts/customer/customer.ts'
import type { CustomerId, CustomerNoteId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, isSameContent } from '#server/platform/db/create-once.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { publishCustomer } from './live-events.ts'
import { findGroup } from './merge/queries.ts'
import { canDeleteNote } from './policy.ts'
import { presentNote } from './present.ts'
import { getCustomer } from './reads.ts'
import { type CustomerNoteRow, customerNote } from './schema.ts'

const byId = (t: Tx, id: CustomerNoteId) => and(eq(customerNote.tenantId, t.tenantId), eq(customerNote.id, id))

const findNote = async (t: Tx, id: CustomerNoteId): Promise<CustomerNoteRow | null> =>
  (await t.db.select().from(customerNote).where(byId(t, id)))[0] ?? null

/** The notes about customers that are one person, as a member sees them, newest first. */
export const listNotes = async (
  t: Tx,
  actor: Member,
  customerIds: CustomerId[],
  page: { after: NewestFirstPosition | null; limit: number },
): Promise<CustomerNoteView[]> => {
  const rows = await t.db
    .select()
    .from(customerNote)
    .where(
      and(
        eq(customerNote.tenantId, t.tenantId),
        inArray(customerNote.customerId, customerIds),
        afterPosition(customerNote.createdAt, customerNote.id, page.after),
      ),
    )
    .orderBy(desc(customerNote.createdAt), desc(customerNote.id))
    .limit(page.limit)
  return rows.map((row) => presentNote(actor, row))
}

/** Adds a note about a customer, which members alone read. */
export const addNote = (
  tenant: Tenant,
  actor: Member,
  customerId: CustomerId,
  given: { id: CustomerNoteId; body: string },
): Promise<CustomerNoteView> =>
  createOnce(tenant, {
    create: async (t) => {
      await getCustomer(t, customerId)
      const author = { authorId: actor.userId, authorName: actor.name }
      const row = { tenantId: t.tenantId, customerId, ...given, ...author, createdAt: t.now }
      await t.db.insert(customerNote).values(row)
      publishCustomer(t, customerId)
      return presentNote(actor, row)
    },
    findSame: async (t) => {
      const row = await findNote(t, given.id)
      return row && isSameContent({ ...given, customerId }, row) ? presentNote(actor, row) : null
    },
    conflict: () => conflict(m.error_customer_note_id_taken),
  })

/** Deletes a note: an own one, or as owner or admin anybody's. */
export const deleteNote = (tenant: Tenant, actor: Member, customerId: CustomerId, id: CustomerNoteId): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await findNote(t, id)
    const group = row ? await findGroup(t, customerId) : []
    if (!row || !group.some((one) => one.id === row.customerId)) throw notFound('note')
    if (!canDeleteNote(actor, row)) throw forbidden(m.error_customer_note_roles)
    await t.db.delete(customerNote).where(byId(t, id))
    publishCustomer(t, customerId)
  })
