import type { CustomerId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

type FoundCustomer = { id: CustomerId; name: string; email: string | null }

/** The customers whose name and e-mail match a query of words (text of the type tsquery), the one who was active last first. */
export const findCustomersByWords = (t: Tx, query: string, limit: number): Promise<FoundCustomer[]> =>
  t.sql('SELECT id, name, email FROM search_customers($1, $2)', [query, limit], 'prepared')
