import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { SeenVersion } from '#contracts/fields.ts'
import { CustomerAttributeId, CustomerId, CustomerMergeId } from '#contracts/ids.ts'
import { MAX_ATTRIBUTES } from './attribute.ts'
import { CustomerRowView, CustomerView } from './customer.ts'

/** Why two customers may be the same person. */
export const DuplicateReason = z.enum(['same_email', 'similar_email', 'same_name'])
export type DuplicateReason = z.output<typeof DuplicateReason>

export const Duplicate = CustomerRowView.extend({ reasons: z.array(DuplicateReason), version: z.number().int() })
export type Duplicate = z.output<typeof Duplicate>

/** What the merged customer has from the other one; the rest stays as it is. */
export const MergeChoice = z.strictObject({
  name: z.boolean(),
  plan: z.boolean(),
  attributes: z.array(CustomerAttributeId).max(MAX_ATTRIBUTES),
})
export type MergeChoice = z.output<typeof MergeChoice>

/** At most so many customers are merged into one. */
export const MAX_MERGED = 50

const Write = { method: 'POST', tag: 'customers', access: 'member', rate: 'write' } as const
const ById = z.object({ customerId: CustomerId })

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/customers/:customerId/duplicates',
  summary: 'Customers that may be the same person',
  tag: 'customers',
  access: 'member',
  rate: 'read',
  scope: 'customers:read',
  params: ById,
  reply: z.object({ items: z.array(Duplicate) }),
})

/**
 * Merges another customer into this one: members see both as one from then on. Addresses stay as they are: what a visitor only claimed
 * stays claimed, and neither of the two reads the other's conversations.
 */
export const mergeCustomers = endpoint({
  ...Write,
  path: '/api/customers/:customerId/merges',
  summary: 'Merge another customer into this one',
  scope: 'customers:write',
  idempotent: true,
  status: 201,
  params: ById,
  body: z.strictObject({
    id: CustomerMergeId,
    version: SeenVersion,
    from: CustomerId,
    fromVersion: SeenVersion,
    take: MergeChoice,
  }),
  reply: CustomerView,
})

/** Undoes a merge: both are as they were; what members changed since stays. */
export const undoMerge = endpoint({
  ...Write,
  path: '/api/customers/:customerId/merges/:customerMergeId/undo',
  summary: 'Undo a merge of customers',
  scope: 'customers:write',
  params: ById.extend({ customerMergeId: CustomerMergeId }),
  body: z.strictObject({ version: SeenVersion }),
  reply: CustomerView,
})

/** Takes one of the merged customers off again, with its address, conversations, tickets and notes. */
export const splitCustomer = endpoint({
  ...Write,
  path: '/api/customers/:customerId/split',
  summary: 'Take a merged customer off again',
  scope: 'customers:write',
  params: ById,
  body: z.strictObject({ version: SeenVersion, part: CustomerId }),
  reply: CustomerView,
})
