import { eq } from 'drizzle-orm'
import type { BusinessInfo } from '#contracts/tenant/tenant.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { readTenant } from './reads.ts'
import { tenant } from './schema.ts'

/**
 * Gives a new business its name, its record, and, with `slug`, its portal address, which is to be claimed before. Nobody may know its earlier address
 * yet: links to that lead nowhere afterwards.
 */
export async function setUpTenant(
  t: Tx,
  given: { name: string; slug: string | null; businessInfo: Partial<BusinessInfo> },
): Promise<void> {
  const { slug, businessInfo } = await readTenant(t)
  await t.db
    .update(tenant)
    .set({
      name: given.name,
      slug: given.slug ?? slug,
      businessInfo: { ...businessInfo, ...given.businessInfo },
      updatedAt: t.now,
    })
    .where(eq(tenant.id, t.tenantId))
}
