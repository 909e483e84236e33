import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CustomerId } from '#contracts/ids.ts'
import { type CustomerRow, customer } from '#server/customer/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { customerIdentity, usedIdentityToken } from './schema.ts'
import type { SignedIdentity } from './token.ts'

/** So many expired tokens are forgotten with each new one, so that they do not pile up. */
const FORGOTTEN_AT_ONCE = 20
/** One person has one; several only where members merged customers. */
const MOST_IDS = 50

/** Whether a token counts now: once. */
export async function useToken(t: Tx, { tokenId, expiresAt }: SignedIdentity): Promise<boolean> {
  await t.sql(
    `DELETE FROM used_identity_token WHERE tenant_id = $1 AND token_id IN (
       SELECT token_id FROM used_identity_token WHERE tenant_id = $1 AND expires_at < $2
       ORDER BY expires_at LIMIT $3 FOR UPDATE SKIP LOCKED)`,
    [t.tenantId, t.now, FORGOTTEN_AT_ONCE],
  )
  const used = await t.db
    .insert(usedIdentityToken)
    .values({ tenantId: t.tenantId, tokenId, expiresAt })
    .onConflictDoNothing()
    .returning({ tokenId: usedIdentityToken.tokenId })
  return used.length > 0
}

/** The customer who has this id at the business; null for one who has not been here. */
export const findIdentified = async (t: Tx, externalId: string): Promise<CustomerRow | null> => {
  const rows = await t.db
    .select({ customer })
    .from(customerIdentity)
    .innerJoin(
      customer,
      and(eq(customer.tenantId, customerIdentity.tenantId), eq(customer.id, customerIdentity.customerId)),
    )
    .where(and(eq(customerIdentity.tenantId, t.tenantId), eq(customerIdentity.externalId, externalId)))
  return rows[0]?.customer ?? null
}

export async function insertIdentified(t: Tx, externalId: string, row: CustomerRow): Promise<void> {
  const { search: _, ...values } = row
  await t.db.insert(customer).values(values)
  await t.db.insert(customerIdentity).values({ tenantId: t.tenantId, externalId, customerId: row.id, createdAt: t.now })
}

/** Writes name and e-mail as the business's server has them; the e-mail stays unproved. */
export const updateIdentified = async (
  t: Tx,
  id: CustomerId,
  change: Pick<CustomerRow, 'name' | 'email'>,
): Promise<CustomerRow> =>
  (
    await t.db
      .update(customer)
      .set({ ...change, lastActiveAt: sql`greatest(${customer.lastActiveAt}, ${t.now})` })
      .where(and(eq(customer.tenantId, t.tenantId), eq(customer.id, id)))
      .returning()
  )[0]!

/** Who customers are at the business itself. */
export const listExternalIds = async (t: Tx, ids: CustomerId[]): Promise<string[]> => {
  const rows = await t.db
    .select({ externalId: customerIdentity.externalId })
    .from(customerIdentity)
    .where(and(eq(customerIdentity.tenantId, t.tenantId), inArray(customerIdentity.customerId, ids)))
    .orderBy(asc(customerIdentity.createdAt))
    .limit(MOST_IDS)
  return rows.map(({ externalId }) => externalId)
}
