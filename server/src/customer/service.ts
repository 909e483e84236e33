import { randomUUID } from 'node:crypto'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { findCustomerRow, findGuestRow, updateGuest, upsertCustomer } from './queries.ts'
import type { CustomerRow, GuestRow } from './schema.ts'

export { guestAuthenticator } from './session.ts'

/** What a customer is called who gave no name (seed 1 §5). */
const NAMELESS = 'Anonymous Customer'

/**
 * The customer with this e-mail, made when there is none; `at` is when they were heard of (joined is the earliest, last active the
 * latest). A name once given is kept: the e-mail is only claimed, so a stranger must not rename somebody on the desk.
 */
export const customerByEmail = (
  t: Tx,
  given: { email: string; name: string; at: Date; isDemo?: boolean },
): Promise<CustomerRow> =>
  upsertCustomer(
    t,
    {
      tenantId: t.tenantId,
      id: randomUUID() as CustomerId,
      name: given.name.trim() || NAMELESS,
      email: given.email.trim().toLowerCase(),
      isDemo: given.isDemo ?? false,
      joinedAt: given.at,
      lastActiveAt: given.at,
    },
    NAMELESS,
  )

export async function getCustomer(t: Tx, id: CustomerId): Promise<CustomerRow> {
  const row = await findCustomerRow(t, id)
  if (!row) throw notFound('customer')
  return row
}

export const findGuest = async (t: Tx, id: GuestId): Promise<GuestRow | null> => (await findGuestRow(t, id)) ?? null

/** Says who a guest told us to be. It gives the guest no right to anything else of that customer. */
export async function linkGuest(t: Tx, guestId: GuestId, customerId: CustomerId): Promise<void> {
  await updateGuest(t, guestId, { customerId })
}
