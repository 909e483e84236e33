import { randomUUID } from 'node:crypto'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { customerChanged } from './events.ts'
import { updateGuest, upsertCustomer } from './queries.ts'
import type { CustomerRow } from './schema.ts'

/** The name of a customer who gave none. */
const DEFAULT_NAME = 'Anonymous Customer'

type Given = { email: string; name: string; at: Date; isDemo?: boolean }

/**
 * The customer with an e-mail that a member entered; added when there is none. `at` is when the customer was active: joinedAt becomes
 * the earliest such time, lastActiveAt the latest. A name once given stays.
 */
export const upsertCustomerByEmail = (t: Tx, given: Given): Promise<CustomerRow> => upsert(t, given, null)

/**
 * The customer a guest is who enters an e-mail, and links the guest to it: the one with this e-mail if this guest has verified it,
 * otherwise one of this guest alone. So nobody becomes, renames or writes as somebody else by typing their address.
 */
export async function upsertClaimedCustomer(t: Tx, guestId: GuestId, given: Given): Promise<CustomerRow> {
  const customer = await upsert(t, given, guestId)
  await updateGuest(t, guestId, { customerId: customer.id })
  return customer
}

async function upsert(t: Tx, given: Given, claimedBy: GuestId | null): Promise<CustomerRow> {
  const row = {
    tenantId: t.tenantId,
    id: randomUUID() as CustomerId,
    name: given.name.trim() || DEFAULT_NAME,
    email: given.email.trim().toLowerCase(),
    claimedBy,
    isDemo: given.isDemo ?? false,
    joinedAt: given.at,
    lastActiveAt: given.at,
  }
  const { customer, previousName } = await upsertCustomer(t, row, DEFAULT_NAME)
  if (previousName !== customer.name) await t.emit(customerChanged, { customer, previousName })
  return customer
}
