import { and, eq, ne } from 'drizzle-orm'
import type { CustomerId } from '#contracts/ids.ts'
import { customer, customerNote, guest } from '#server/customer/schema.ts'
import { customerIdentity } from '#server/customer/signed-identity/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { findGroup, lockCustomers } from './queries.ts'
import { customerMerge } from './schema.ts'

/**
 * A claim became the customer `by`, whose mailbox confirmed the address or whom the business's server named: notes, guests, and what members had merged with the claim, are that
 * one's; the claim is deleted. Its conversations and tickets were moved before. The caller has locked merges (`verifyEmail`).
 */
export async function replaceCustomer(t: Tx, id: CustomerId, by: CustomerId): Promise<void> {
  const of = (column: CustomerId) => and(eq(customer.tenantId, t.tenantId), eq(customer.id, column))
  const [group, others] = await Promise.all([findGroup(t, id), findGroup(t, by)])
  await lockCustomers(
    t,
    [...group, ...others].map((one) => one.id),
  )
  await t.db
    .update(customerNote)
    .set({ customerId: by })
    .where(and(eq(customerNote.tenantId, t.tenantId), eq(customerNote.customerId, id)))
  const { customerId: named } = customerIdentity
  await t.db
    .update(customerIdentity)
    .set({ customerId: by })
    .where(and(eq(customerIdentity.tenantId, t.tenantId), eq(named, id)))
  await t.db
    .update(guest)
    .set({ customerId: by })
    .where(and(eq(guest.tenantId, t.tenantId), eq(guest.customerId, id)))
  const replaced = group.find((one) => one.id === id)
  const isAlone = others.length === 1
  const isTheSame = others.some((one) => one.id === id)
  // Merged into the claim itself, it stays alone; alone, it takes the claim's place with whom that was merged into.
  if (isTheSame || isAlone) {
    const place = replaced?.partOfId === by ? null : (replaced?.partOfId ?? null)
    await t.db.update(customer).set({ partOfId: place }).where(of(by))
  }
  const root = (await findGroup(t, by))[0]?.id ?? by
  await t.db
    .update(customer)
    .set({ partOfId: root })
    .where(and(eq(customer.tenantId, t.tenantId), eq(customer.partOfId, id), ne(customer.id, root)))
  await t.db
    .update(customerMerge)
    .set({ intoId: root })
    .where(and(eq(customerMerge.tenantId, t.tenantId), eq(customerMerge.intoId, id)))
  await t.db.delete(customer).where(of(id))
}
