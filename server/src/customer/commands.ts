import { randomUUID } from 'node:crypto'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { forbidden } from '#server/platform/errors.ts'
import { customerChanged, customerEmailVerified } from './events.ts'
import { lockMerges } from './merge/queries.ts'
import { findClaim, linkGuest, lockGuest, updateCustomer, upsertCustomer } from './queries.ts'
import type { CustomerRow } from './schema.ts'

/** The name of a customer who gave none. */
export const DEFAULT_NAME = 'Anonymous Customer'

type Given = { email: string; name: string; at: Date; isDemo?: boolean }

/**
 * The customer with an e-mail that a member entered; added when there is none. `at` is when the customer was active: joinedAt becomes
 * the earliest such time, lastActiveAt the latest. A name once given stays.
 */
export const upsertCustomerByEmail = (t: Tx, given: Given): Promise<CustomerRow> => upsert(t, given, null)

/**
 * The customer a guest is who enters an e-mail, and links the guest to it: the one with this e-mail if this guest has verified it,
 * otherwise one of this guest alone. Throws forbidden (reason `blocked`) where the business blocked a customer with this e-mail. So nobody becomes, renames or writes as somebody else by typing their address. To be called first:
 * it locks the guest.
 */
export async function upsertClaimedCustomer(t: Tx, guestId: GuestId, given: Given): Promise<CustomerRow> {
  t.write(lockGuest(t, guestId))
  const customer = await upsert(t, given, guestId)
  t.write(linkGuest(t, guestId, customer.id))
  return customer
}

/**
 * The customer of a mail's sender. `isProved`: the receiving server, or the address that the mail was sent to, shows that the sender is who
 * the mail says; then it is the one with this e-mail. Otherwise it is one that only mails claim to be, so that nobody becomes somebody
 * else by a forged sender.
 */
export const upsertMailCustomer = (t: Tx, given: Given, isProved: boolean): Promise<CustomerRow> =>
  upsert(t, given, isProved ? null : claimedByMails(t))

/** All unproved mails of an address are one claim; it has the tenant's id, since no guest made it. */
const claimedByMails = ({ tenantId }: Tx): GuestId => tenantId as unknown as GuestId

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
  const { customer, previousName, isBlocked } = await upsertCustomer(t, row, DEFAULT_NAME)
  if (isBlocked && claimedBy) throw forbidden(m.error_customer_blocked, { reason: 'blocked' })
  if (previousName !== customer.name) await t.emit(customerChanged, { customer, previousName })
  return customer
}

/** `author`: the guest who wrote what the link confirms, where the link was opened in the browser of that guest; otherwise null. */
type Confirmed = { email: string; name: string; at: Date; author: GuestId | null }

/**
 * Records that its mailbox confirmed an e-mail. Where the author of the claim did so, the guest is linked to the customer with it, and
 * the claim becomes that customer's: `merged` is then the claim, whose conversations and tickets the caller moves before it replaces it
 * (`replaceCustomer`). Anybody else who opens the link is linked to nobody: the mailbox is the sender's, and what they write next would be
 * answered there. Nor is the customer named as the author typed, since the mailbox did not. The claims of other guests stay. The caller
 * has locked the author's guest row.
 */
export async function verifyEmail(
  t: Tx,
  { email, name, at, author }: Confirmed,
): Promise<{ customer: CustomerRow; merged: CustomerId | null }> {
  // Before any customer's row: the claim may be one of several that members merged.
  await lockMerges(t)
  const known = await upsert(t, { email, name: author ? name : '', at }, null)
  const merged = author ? ((await findClaim(t, author, known.email))?.id ?? null) : null
  if (author) await linkGuest(t, author, known.id)
  if (known.emailVerifiedAt && !merged) return { customer: known, merged }
  const customer = await updateCustomer(t, known.id, { emailVerifiedAt: known.emailVerifiedAt ?? t.now })
  await t.emit(customerEmailVerified, { customer, merged })
  return { customer, merged }
}
