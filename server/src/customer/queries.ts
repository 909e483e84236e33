import { and, eq, sql } from 'drizzle-orm'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type CustomerRow, customer, type GuestRow, guest } from './schema.ts'

export const findGuestRow = async (t: Tx, id: GuestId): Promise<GuestRow | undefined> =>
  (
    await t.db
      .select()
      .from(guest)
      .where(and(eq(guest.tenantId, t.tenantId), eq(guest.id, id)))
  )[0]

export const findGuestByToken = async (t: Tx, tokenHash: string): Promise<GuestRow | undefined> =>
  (
    await t.db
      .select()
      .from(guest)
      .where(and(eq(guest.tenantId, t.tenantId), eq(guest.tokenHash, tokenHash)))
  )[0]

export const insertGuest = (t: Tx, row: GuestRow) => t.db.insert(guest).values(row)

export const updateGuest = (
  t: Tx,
  id: GuestId,
  change: Partial<Pick<GuestRow, 'customerId' | 'lastSeenAt' | 'expiresAt'>>,
) =>
  t.db
    .update(guest)
    .set(change)
    .where(and(eq(guest.tenantId, t.tenantId), eq(guest.id, id)))

export const findCustomerRow = async (t: Tx, id: CustomerId): Promise<CustomerRow | undefined> =>
  (
    await t.db
      .select()
      .from(customer)
      .where(and(eq(customer.tenantId, t.tenantId), eq(customer.id, id)))
  )[0]

/** One row for each e-mail: seen earliest and latest over all that is known, and a name given stays. */
export async function upsertCustomer(t: Tx, row: typeof customer.$inferInsert, nameless: string): Promise<CustomerRow> {
  const [kept] = await t.db
    .insert(customer)
    .values(row)
    .onConflictDoUpdate({
      target: [customer.tenantId, customer.email],
      set: {
        name: sql`case when ${customer.name} in ('', ${nameless}) then excluded.name else ${customer.name} end`,
        joinedAt: sql`least(${customer.joinedAt}, excluded.joined_at)`,
        lastActiveAt: sql`greatest(${customer.lastActiveAt}, excluded.last_active_at)`,
      },
    })
    .returning()
  if (!kept) throw new Error('a customer was neither added nor found')
  return kept
}
