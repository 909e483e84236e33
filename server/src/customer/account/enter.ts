import type { GuestId, UserId } from '#contracts/ids.ts'
import { verifyEmail } from '#server/customer/commands.ts'
import { customerSignedIn } from '#server/customer/events.ts'
import { findCustomerByAccount, lockGuest, updateCustomer, updateGuest } from '#server/customer/queries.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** An account whose e-mail is verified. */
export type SignedInAccount = { userId: UserId; name: string; email: string; emailVerified: true }

/**
 * A guest is signed in as an account at this business: their conversations become those of the customer with the account's verified
 * e-mail. A business learns the address only by this, so it follows from an act of the customer at that business, never from a sign-in
 * elsewhere. To be called first: it locks the guest.
 */
export async function enterAs(t: Tx, guestId: GuestId, account: SignedInAccount): Promise<void> {
  const { userId: accountId, name, email } = account
  await lockGuest(t, guestId)
  const { customer, merged } = await verifyEmail(t, { email, name, at: t.now, author: guestId })
  if (customer.accountId !== accountId) {
    // The account had another e-mail when it entered before.
    const before = await findCustomerByAccount(t, accountId)
    if (before) await updateCustomer(t, before.id, { accountId: null })
    await updateCustomer(t, customer.id, { accountId })
  }
  await updateGuest(t, guestId, { accountId })
  await t.emit(customerSignedIn, { customer, guestId, merged })
}
