import { z } from 'zod'
import { CustomerId, GuestId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import { domainEvent } from '#server/platform/event.ts'
import type { CustomerRow } from './schema.ts'

const CustomerPayload = z
  .object({
    id: CustomerId,
    name: z.string(),
    email: z.string().nullable(),
    emailVerifiedAt: z.iso.datetime().nullable().describe('Null while the e-mail is only claimed or entered'),
    plan: z.enum(['Basic', 'Pro', 'Business', 'Enterprise']),
    isDemo: z.boolean(),
    joinedAt: z.iso.datetime(),
    lastActiveAt: z.iso.datetime(),
  })
  .meta({ id: 'Customer' })

const customerPayload = (customer: CustomerRow) => ({
  ...customer,
  emailVerifiedAt: customer.emailVerifiedAt?.toISOString() ?? null,
  joinedAt: customer.joinedAt.toISOString(),
  lastActiveAt: customer.lastActiveAt.toISOString(),
})

export const customerChanged = domainEvent({
  name: 'customer.changed',
  version: 1,
  summary: 'A customer was added, or got a name. Later activity of a customer alone is no change.',
  payload: z.object({
    customer: CustomerPayload,
    previousName: z.string().nullable().describe('Null for a customer who was added'),
  }),
  toPayload: ({ customer, previousName }: { customer: CustomerRow; previousName: string | null }) => ({
    customer: customerPayload(customer),
    previousName,
  }),
})

export const customerUpdated = domainEvent({
  name: 'customer.updated',
  version: 1,
  summary: 'A member changed the name, plan, attributes or block of a customer.',
  payload: z.object({
    customer: CustomerPayload,
    fields: z.array(z.string()).describe('What changed: `name`, `plan`, `attributes`, `blockedAt`'),
  }),
  toPayload: ({ customer, fields }: { customer: CustomerRow; fields: string[]; actor: Member }) => ({
    customer: customerPayload(customer),
    fields,
  }),
})

export const customerSignedIn = domainEvent({
  name: 'customer.signed_in',
  version: 1,
  summary:
    'A visitor of the portal signed in as a customer; what they wrote there before is the customer’s from then on.',
  payload: z.object({
    customer: CustomerPayload,
    guestId: GuestId,
    merged: CustomerId.nullable().describe(
      'The customer whose conversations and tickets this one got; null where none',
    ),
  }),
  toPayload: (facts: { customer: CustomerRow; guestId: GuestId; merged: CustomerId | null }) => ({
    ...facts,
    customer: customerPayload(facts.customer),
  }),
})

export const customerEmailVerified = domainEvent({
  name: 'customer.email_verified',
  version: 1,
  summary: 'The mailbox of a customer’s e-mail confirmed it by the link of a mail.',
  payload: z.object({
    customer: CustomerPayload,
    merged: CustomerId.nullable().describe(
      'The customer whose conversations and tickets this one got; null where none',
    ),
  }),
  toPayload: ({ customer, merged }: { customer: CustomerRow; merged: CustomerId | null }) => ({
    customer: customerPayload(customer),
    merged,
  }),
})

export const customerMerged = domainEvent({
  name: 'customer.merged',
  version: 1,
  summary: 'A member merged customers into one: members see them as one person. Their addresses stay apart.',
  payload: z.object({ customer: CustomerPayload, merged: z.array(CustomerId) }),
  toPayload: ({ customer, merged }: { customer: CustomerRow; merged: CustomerId[] }) => ({
    customer: customerPayload(customer),
    merged,
  }),
})

export const customerSplit = domainEvent({
  name: 'customer.split',
  version: 1,
  summary: 'A member undid a merge of customers, or took one of them off again.',
  payload: z.object({ customer: CustomerPayload, split: z.array(CustomerId) }),
  toPayload: ({ customer, split }: { customer: CustomerRow; split: CustomerId[] }) => ({
    customer: customerPayload(customer),
    split,
  }),
})

export const customerErased = domainEvent({
  name: 'customer.erased',
  version: 1,
  summary:
    'An owner or admin erased a person: their customers have no name any more, and what they wrote is being erased.',
  payload: z.object({ customerIds: z.array(CustomerId) }),
  toPayload: (facts: { customerIds: CustomerId[] }) => facts,
})
