import type { Tx } from '#server/platform/db/tenant.ts'
import type { MemberRow, TenantRow } from '#server/tenant/schema.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import type { Recipient } from './notifications.ts'
import { findOwner, findRequester, listAdmins } from './queries.ts'

const memberRecipient = ({ userId, name, email }: MemberRow): Recipient => ({ kind: 'member', userId, name, email })

/**
 * The recipients of a new ticket: the support address, and the owner where that is another address; only the owner without a support
 * address. Empty when neither is known: there is no address of last resort.
 */
export function businessRecipients(supportEmail: string, owner: MemberRow | null): Recipient[] {
  const address = supportEmail.trim()
  const isSame = owner?.email.trim().toLowerCase() === address.toLowerCase()
  return [
    ...(address && !isSame ? [{ kind: 'address', email: address } as const] : []),
    ...(owner?.email.trim() ? [{ ...memberRecipient(owner), email: isSame ? address : owner.email }] : []),
  ]
}

export const teamOf = async (t: Tx, tenant: TenantRow): Promise<Recipient[]> =>
  businessRecipients(tenant.businessInfo.supportEmail, await findOwner(t))

export const requesterOf = async (t: Tx, ticket: TicketRow): Promise<Recipient> => ({
  kind: 'customer',
  name: ticket.customerName,
  email: ticket.customerEmail,
  ...(await findRequester(t, ticket)),
})

/** Those who run the business: owners and admins, at most 50. */
export const adminsOf = async (t: Tx): Promise<Recipient[]> => (await listAdmins(t)).map(memberRecipient)

/** The owner; the first of them where there are several. */
export async function ownerOf(t: Tx): Promise<Recipient[]> {
  const owner = await findOwner(t)
  return owner ? [memberRecipient(owner)] : []
}
