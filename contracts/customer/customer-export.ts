import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { CustomerId } from '#contracts/ids.ts'

/**
 * All that the business has of a person as one JSON file, for owners and admins: the customer with all merged into it, addresses,
 * attributes, visits, notes, memory, and every chat and ticket with messages, ratings and attached files (base64).
 */
export const exportCustomer = endpoint({
  method: 'GET',
  path: '/api/customers/:customerId/export',
  summary: 'All data of a customer as JSON',
  tag: 'customers',
  access: 'member',
  rate: 'read',
  answer: 'file',
  params: z.object({ customerId: CustomerId }),
  reply: z.undefined(),
})
