import type { CustomerId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

type FoundCustomer = { id: CustomerId; name: string; email: string | null }

/**
 * The customers whose name or e-mail holds every word, the one who was active last first. Each word is given by the texts that count as it, in
 * lower case without accents.
 */
export function findCustomersByWords(
  t: Tx,
  words: readonly (readonly string[])[],
  limit: number,
): Promise<FoundCustomer[]> {
  const values: unknown[] = [t.tenantId, limit]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = words.map((texts) => `(${texts.map((text) => `strpos(search, ${bind(text)}) > 0`).join(' OR ')})`)
  return t.sql(
    `SELECT id, name, email FROM customer WHERE ${['tenant_id = $1', ...conditions].join(' AND ')}
     ORDER BY last_active_at DESC, id DESC LIMIT $2`,
    values,
  )
}
