import type { CustomerId, GuestId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { findCustomerRow, findGuestRow } from './queries.ts'
import type { CustomerRow, GuestRow } from './schema.ts'

export async function getCustomer(t: Tx, id: CustomerId): Promise<CustomerRow> {
  const row = await findCustomerRow(t, id)
  if (!row) throw notFound('customer')
  return row
}

export const findGuest = async (t: Tx, id: GuestId): Promise<GuestRow | null> => (await findGuestRow(t, id)) ?? null
