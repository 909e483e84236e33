import type { Tx } from '#server/platform/db/tenant.ts'
import { type About, NOTHING_YET } from '#server/platform/event.ts'
import type { MemberRow, TenantRow } from '#server/tenant/schema.ts'
import { readTenant } from '#server/tenant/service.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import type { Recipient } from './notifications.ts'
import { findOwner, findRequester, listAdmins, type Requester } from './queries.ts'

export const memberRecipient = ({ userId, name, email }: MemberRow): Recipient => ({
  kind: 'member',
  userId,
  name,
  email,
})

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

/** The business with its owner, and who a conversation is with, where the notification is about one. */
export type Business = { tenant: TenantRow; owner: MemberRow | null; requester: Requester | null }

/** All of it in one round trip. */
export async function readBusiness(t: Tx, { conversationId }: About = NOTHING_YET): Promise<Business> {
  const [tenant, owner, requester] = await Promise.all([
    readTenant(t),
    findOwner(t),
    conversationId ? findRequester(t, conversationId) : null,
  ])
  return { tenant, owner, requester }
}

export const teamOf = ({ tenant, owner }: Business): Recipient[] =>
  businessRecipients(tenant.businessInfo.supportEmail, owner)

export const requesterOf = (ticket: TicketRow, { requester }: Business): Recipient => ({
  kind: 'customer',
  name: ticket.customerName,
  email: ticket.customerEmail,
  language: requester?.language ?? 'en',
  isVerified: requester?.verifiedEmail != null && requester.verifiedEmail === ticket.customerEmail,
})

/** Those who run the business: owners and admins, at most 50. */
export const adminsOf = async (t: Tx): Promise<Recipient[]> => (await listAdmins(t)).map(memberRecipient)
