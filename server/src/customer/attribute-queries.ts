import { and, asc, eq, sql } from 'drizzle-orm'
import { MAX_ATTRIBUTES } from '#contracts/customer/attribute.ts'
import type { CustomerAttributeId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type CustomerAttributeRow, customer, customerAttribute } from './schema.ts'

const byId = (t: Tx, id: CustomerAttributeId) =>
  and(eq(customerAttribute.tenantId, t.tenantId), eq(customerAttribute.id, id))

/** The attributes, in the order in which they were added. */
export const listAttributeRows = (t: Tx): Promise<CustomerAttributeRow[]> =>
  t.db
    .select()
    .from(customerAttribute)
    .where(eq(customerAttribute.tenantId, t.tenantId))
    .orderBy(asc(customerAttribute.createdAt), asc(customerAttribute.id))
    .limit(MAX_ATTRIBUTES)

export const insertAttribute = (t: Tx, row: CustomerAttributeRow) => t.db.insert(customerAttribute).values(row)

export const updateAttribute = async (
  t: Tx,
  id: CustomerAttributeId,
  change: Pick<CustomerAttributeRow, 'name' | 'options'>,
): Promise<CustomerAttributeRow | null> =>
  (await t.db.update(customerAttribute).set(change).where(byId(t, id)).returning())[0] ?? null

export const findAttribute = async (t: Tx, id: CustomerAttributeId): Promise<CustomerAttributeRow | null> =>
  (await t.db.select().from(customerAttribute).where(byId(t, id)))[0] ?? null

/** Deletes an attribute with its values; null where there is none. */
export async function deleteAttributeRow(t: Tx, id: CustomerAttributeId): Promise<CustomerAttributeRow | null> {
  const [row] = await t.db.delete(customerAttribute).where(byId(t, id)).returning()
  if (!row) return null
  await t.db
    .update(customer)
    .set({ attributes: sql`${customer.attributes} - ${id}::text`, version: sql`${customer.version} + 1` })
    .where(and(eq(customer.tenantId, t.tenantId), sql`${customer.attributes} ? ${id}::text`))
  return row
}
