import { and, eq, inArray, lt, not } from 'drizzle-orm'
import type { BrandImageId } from '#contracts/ids.ts'
import { BrandImageId as IdSchema } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type BrandImageRow, brandImage, type TenantRow, tenant } from '#server/tenant/schema.ts'

export const insertBrandImage = (t: Tx, row: Omit<BrandImageRow, 'tenantId'>) =>
  t.db.insert(brandImage).values({ ...row, tenantId: t.tenantId })

export const findBrandImage = async (t: Tx, id: BrandImageId): Promise<BrandImageRow | null> => {
  // Of a business from before uploads the branding may name no id.
  if (!IdSchema.safeParse(id).success) return null
  const rows = await t.db
    .select()
    .from(brandImage)
    .where(and(eq(brandImage.tenantId, t.tenantId), eq(brandImage.id, id)))
  return rows[0] ?? null
}

/** Deletes the images uploaded before a time that are not among those in use. */
export const removeUnusedBrandImages = (t: Tx, used: readonly (string | null)[], before: Date) => {
  const ids = used.filter((one): one is BrandImageId => IdSchema.safeParse(one).success)
  return t.db
    .delete(brandImage)
    .where(
      and(
        eq(brandImage.tenantId, t.tenantId),
        lt(brandImage.createdAt, before),
        ...(ids.length > 0 ? [not(inArray(brandImage.id, ids))] : []),
      ),
    )
    .returning({ storageKey: brandImage.storageKey })
}

type BrandingColumns = Partial<Pick<TenantRow, 'branding' | 'portalTopics' | 'portalTexts'>>

/** Stores branding at a version of the settings; undefined where they have another. */
export const updateBranding = async (
  t: Tx,
  version: number,
  columns: BrandingColumns,
): Promise<TenantRow | undefined> =>
  (
    await t.db
      .update(tenant)
      .set({ ...columns, version: version + 1, updatedAt: t.now })
      .where(and(eq(tenant.id, t.tenantId), eq(tenant.version, version)))
      .returning()
  )[0]
