import type { CustomerId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** Makes the open desks read a customer again. */
export const publishCustomer = (t: Tx, customerId: CustomerId): void =>
  t.publish({ type: 'customer.changed', customerId }, { desk: true, conversation: null })
