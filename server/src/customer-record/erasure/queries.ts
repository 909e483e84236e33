import { and, eq } from 'drizzle-orm'
import type { CustomerErasureId, CustomerId, GuestId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type CustomerErasureRow, customerErasure } from './schema.ts'

const byId = (t: Tx, id: CustomerErasureId) => and(eq(customerErasure.tenantId, t.tenantId), eq(customerErasure.id, id))

/** Erasures of one business begin one after the other, so that a repeated request finds the first; taken before all other locks. */
export const lockErasures = (t: Tx) =>
  t.sql('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', ['customer erasures', t.tenantId])

export const findErasure = async (t: Tx, id: CustomerErasureId): Promise<CustomerErasureRow | null> =>
  (await t.db.select().from(customerErasure).where(byId(t, id)))[0] ?? null

export const lockErasure = async (t: Tx, id: CustomerErasureId): Promise<CustomerErasureRow | null> =>
  (await t.db.select().from(customerErasure).where(byId(t, id)).for('update'))[0] ?? null

export const insertErasure = (t: Tx, row: CustomerErasureRow) => t.db.insert(customerErasure).values(row)

export const updateErasure = (t: Tx, id: CustomerErasureId, change: Partial<CustomerErasureRow>) =>
  t.db.update(customerErasure).set(change).where(byId(t, id))

export type Person = { id: CustomerId; name: string; email: string | null }

/** Everybody who has or claims one of these addresses, beside the customers themselves. */
export const listPerson = (t: Tx, ids: CustomerId[], emails: string[]): Promise<Person[]> =>
  t.sql<Person>(
    'SELECT id, name, email FROM customer WHERE tenant_id = $1 AND erased_at IS NULL AND (id = ANY ($2) OR email = ANY ($3)) ORDER BY id',
    [t.tenantId, ids, emails],
  )

/** Locks the browsers in which these customers wrote: before conversations and customers, as everywhere. */
export const lockGuestsOf = async (t: Tx, ids: CustomerId[]): Promise<GuestId[]> => {
  const rows = await t.sql<{ id: GuestId }>(
    'SELECT id FROM guest WHERE tenant_id = $1 AND customer_id = ANY ($2) ORDER BY id FOR NO KEY UPDATE',
    [t.tenantId, ids],
  )
  return rows.map(({ id }) => id)
}

/** What is remembered of the person, also what an answer that was under way at the beginning has added since. */
export const forgetPerson = (t: Tx, { guestIds, customerIds }: CustomerErasureRow): Promise<unknown> =>
  t.sql('DELETE FROM memory WHERE tenant_id = $1 AND (guest_id = ANY ($2) OR customer_id = ANY ($3))', [
    t.tenantId,
    guestIds,
    customerIds,
  ])

/** What a browser wrote before it gave an address is found by the customer from now on; then its visit ends. */
export async function endVisits(t: Tx, guestIds: GuestId[]): Promise<void> {
  const values = [t.tenantId, guestIds]
  await t.sql(
    `UPDATE conversation c SET customer_id = g.customer_id FROM guest g
     WHERE g.tenant_id = $1 AND g.id = ANY ($2) AND c.tenant_id = $1 AND c.guest_id = g.id AND c.customer_id IS NULL`,
    values,
  )
  await t.sql('DELETE FROM memory WHERE tenant_id = $1 AND guest_id = ANY ($2)', values)
  await t.sql(
    `UPDATE guest SET customer_id = NULL, account_id = NULL, identified_at = NULL, visit = NULL, expires_at = $3, token_hash = 'erased ' || id
     WHERE tenant_id = $1 AND id = ANY ($2)`,
    [...values, t.now],
  )
}

/**
 * The customers stay as rows without a person, so that what is counted by customer stays as it was. Their own id as the claim keeps those
 * without an address apart.
 */
export async function blankCustomers(t: Tx, ids: CustomerId[], name: string): Promise<void> {
  const values = [t.tenantId, ids]
  await t.sql(
    `UPDATE customer SET name = $3, email = NULL, claimed_by = id, email_verified_at = NULL, account_id = NULL, attributes = '{}',
       part_of_id = NULL, erased_at = $4, version = version + 1
     WHERE tenant_id = $1 AND id = ANY ($2)`,
    [...values, name, t.now],
  )
  await t.sql('DELETE FROM customer_identity WHERE tenant_id = $1 AND customer_id = ANY ($2)', values)
  await t.sql('DELETE FROM customer_note WHERE tenant_id = $1 AND customer_id = ANY ($2)', values)
  await t.sql('DELETE FROM customer_merge WHERE tenant_id = $1 AND (into_id = ANY ($2) OR from_id = ANY ($2))', values)
  await t.sql('DELETE FROM memory WHERE tenant_id = $1 AND customer_id = ANY ($2)', values)
}
