import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line, requiredLine, requiredText, SeenVersion } from '#contracts/fields.ts'
import { CustomerAttributeId, CustomerId, CustomerNoteId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'
import { EmailStatus } from '#contracts/ticket/ticket.ts'
import { AttributeValue } from './attribute.ts'

/** A label that the business gives its customer; it has nothing to do with the business's own plan. */
export const CustomerPlan = z.enum(['Basic', 'Pro', 'Business', 'Enterprise'])
export type CustomerPlan = z.output<typeof CustomerPlan>

export const CustomerStatus = z.enum(['Active', 'Blocked'])
export type CustomerStatus = z.output<typeof CustomerStatus>

export const CustomerRowView = z.object({
  id: CustomerId,
  name: z.string(),
  email: z.string().nullable(),
  emailStatus: EmailStatus.nullable(),
  plan: CustomerPlan,
  status: CustomerStatus,
  tickets: z.number().int(),
  isDemo: z.boolean(),
  joinedAt: Instant,
  lastActiveAt: Instant,
})
export type CustomerRowView = z.output<typeof CustomerRowView>

export const CustomerSort = z.enum(['name', 'email', 'plan', 'status', 'tickets', 'joined', 'lastActive'])
export type CustomerSort = z.output<typeof CustomerSort>

export const CustomerFilter = z.object({
  /** Parts of name and e-mail, all of which must occur; accents and case do not matter. */
  search: line(200).default(''),
  plan: z.enum(['all', ...CustomerPlan.options]).default('all'),
  sort: CustomerSort.default('lastActive'),
  direction: z.enum(['asc', 'desc']).default('desc'),
})
export type CustomerFilter = z.output<typeof CustomerFilter>

export const CustomerNoteView = z.object({
  id: CustomerNoteId,
  authorName: z.string(),
  body: z.string(),
  at: Instant,
  canDelete: z.boolean(),
})
export type CustomerNoteView = z.output<typeof CustomerNoteView>

/** A customer with what the business keeps about them. */
export const CustomerView = CustomerRowView.omit({ tickets: true }).extend({
  attributes: z.record(z.string(), AttributeValue),
  blockedAt: Instant.nullable(),
  version: z.number().int(),
})
export type CustomerView = z.output<typeof CustomerView>

const Member = { tag: 'customers', access: 'member' } as const
const Write = { ...Member, rate: 'write' } as const
const ById = z.object({ customerId: CustomerId })

export const listCustomers = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/customers',
  summary: 'List customers',
  rate: 'read',
  scope: 'customers:read',
  query: CustomerFilter.extend({ cursor: Cursor, limit: Limit }),
  reply: pageOf(CustomerRowView).extend({ total: z.number().int().nullable() }),
})

/** Changes name, plan and attributes; an attribute that is null loses its value, one that is not given keeps it. */
export const changeCustomer = endpoint({
  ...Write,
  method: 'PATCH',
  path: '/api/customers/:customerId',
  summary: 'Change name, plan or attributes of a customer',
  scope: 'customers:write',
  params: ById,
  body: z.strictObject({
    version: SeenVersion,
    name: requiredLine(120, 'error_enter_customer_name').optional(),
    plan: CustomerPlan.optional(),
    attributes: z.record(CustomerAttributeId, AttributeValue.nullable()).optional(),
  }),
  reply: CustomerView,
})

export const addCustomerNote = endpoint({
  ...Write,
  method: 'POST',
  path: '/api/customers/:customerId/notes',
  summary: 'Add a note about a customer',
  scope: 'customers:write',
  idempotent: true,
  status: 201,
  params: ById,
  body: z.strictObject({ id: CustomerNoteId, body: requiredText(5000, 'error_enter_customer_note') }),
  reply: CustomerNoteView,
})

export const deleteCustomerNote = endpoint({
  ...Write,
  method: 'DELETE',
  path: '/api/customers/:customerId/notes/:customerNoteId',
  summary: 'Delete a note about a customer',
  scope: 'customers:write',
  params: ById.extend({ customerNoteId: CustomerNoteId }),
  reply: z.object({ deleted: z.literal(true) }),
})

/** Refuses the customer's chats and forms from now on, or accepts them again. */
export const setCustomerBlock = endpoint({
  ...Write,
  method: 'POST',
  path: '/api/customers/:customerId/block',
  summary: 'Block a customer, or end the block',
  scope: 'customers:write',
  params: ById,
  body: z.strictObject({ isBlocked: z.boolean() }),
  reply: CustomerView,
})
