import type { AttributeView } from '#contracts/customer/attribute.ts'
import type { CustomerNoteView, CustomerView } from '#contracts/customer/customer.ts'
import type { EmailStatus } from '#contracts/ticket/ticket.ts'
import type { Actor } from '#server/platform/actor.ts'
import { canDeleteNote } from './policy.ts'
import type { CustomerAttributeRow, CustomerNoteRow, CustomerRow } from './schema.ts'

/** What is known of the e-mail of a customer. */
export const emailStatusOf = (
  row: Pick<CustomerRow, 'email' | 'claimedBy' | 'emailVerifiedAt'> | null,
): EmailStatus | null => (!row?.email ? null : row.claimedBy ? 'claimed' : row.emailVerifiedAt ? 'verified' : 'entered')

export const presentCustomer = (row: CustomerRow): CustomerView => ({
  id: row.id,
  name: row.name,
  email: row.email,
  emailStatus: emailStatusOf(row),
  plan: row.plan,
  status: row.blockedAt ? 'Blocked' : 'Active',
  attributes: row.attributes,
  blockedAt: row.blockedAt?.toISOString() ?? null,
  isDemo: row.isDemo,
  joinedAt: row.joinedAt.toISOString(),
  lastActiveAt: row.lastActiveAt.toISOString(),
  version: row.version,
})

export const presentNote = (actor: Actor, row: CustomerNoteRow): CustomerNoteView => ({
  id: row.id,
  authorName: row.authorName,
  body: row.body,
  at: row.createdAt.toISOString(),
  canDelete: canDeleteNote(actor, row),
})

export const presentAttribute = ({ id, name, type, options }: CustomerAttributeRow): AttributeView => ({
  id,
  name,
  type,
  options,
})
