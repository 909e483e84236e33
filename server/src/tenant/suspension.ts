import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { type TenantRow, tenant } from './schema.ts'

/**
 * Suspends or reactivates the business of the transaction. With the commit its live streams end on every node, and its portal is read
 * anew (end_streams_of_changed_tenant).
 */
export async function setTenantStatus(t: Tx, status: TenantRow['status']): Promise<void> {
  const { rowCount } = await t.db.update(tenant).set({ status, updatedAt: t.now }).where(eq(tenant.id, t.tenantId))
  if (!rowCount) throw notFound('business')
}
