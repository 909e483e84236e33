import { randomUUID } from 'node:crypto'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { customerChanged } from './events.ts'
import { updateGuest, upsertCustomer } from './queries.ts'
import type { CustomerRow } from './schema.ts'

/** The name of a customer who gave none. */
const DEFAULT_NAME = 'Anonymous Customer'

/**
 * The customer with this e-mail; added when there is none. `at` is when the customer was active: joinedAt becomes the earliest such
 * time, lastActiveAt the latest. A name once given stays: the e-mail is only claimed, so nobody must be able to rename somebody else.
 */
export async function upsertCustomerByEmail(
  t: Tx,
  given: { email: string; name: string; at: Date; isDemo?: boolean },
): Promise<CustomerRow> {
  const row = {
    tenantId: t.tenantId,
    id: randomUUID() as CustomerId,
    name: given.name.trim() || DEFAULT_NAME,
    email: given.email.trim().toLowerCase(),
    isDemo: given.isDemo ?? false,
    joinedAt: given.at,
    lastActiveAt: given.at,
  }
  const { customer, previousName } = await upsertCustomer(t, row, DEFAULT_NAME)
  if (previousName !== customer.name) await t.emit(customerChanged, { customer, previousName })
  return customer
}

/** Stores who a guest claims to be. It gives the guest no access to anything else of that customer. */
export async function linkGuestToCustomer(t: Tx, guestId: GuestId, customerId: CustomerId): Promise<void> {
  await updateGuest(t, guestId, { customerId })
}
