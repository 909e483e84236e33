import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { line, SeenVersion } from '#contracts/fields.ts'
import { CustomerErasureId, CustomerId } from '#contracts/ids.ts'

/**
 * Erases a customer for good, with all merged into it and all who claim one of its addresses: the person is gone from customers at once,
 * from chats, tickets, files, mails and the activity within minutes. Figures stay as they are. `confirmation` is the customer's e-mail,
 * or the name where there is none. For owners and admins who signed in within the last 15 minutes (else forbidden, reason
 * `stale_sign_in`).
 */
export const eraseCustomer = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/erasures',
  summary: 'Erase a customer',
  tag: 'customers',
  access: 'member',
  rate: 'write',
  idempotent: true,
  status: 201,
  params: z.object({ customerId: CustomerId }),
  body: z.strictObject({ id: CustomerErasureId, version: SeenVersion, confirmation: line(320) }),
  reply: z.object({ id: CustomerErasureId, state: z.enum(['running', 'done']) }),
})
