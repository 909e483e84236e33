import type { TenantId } from '#contracts/ids.ts'
import { readMailAddress } from '#server/platform/mail/reply-address.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { findPortal } from '#server/tenant/service.ts'

/** The business that a mail was delivered to by this address; null for an address that stands for none. */
export async function tenantOfAddress(platform: Platform, address: string): Promise<Tenant | null> {
  const named = readMailAddress(platform, address)
  if (!named) return null
  if (named.kind === 'business') return (await findPortal(platform, named.slug))?.tenant ?? null
  const near = await platform.db.query<{ id: TenantId }>('SELECT id FROM tenants_between($1, $2)', named.tenantIds)
  const found = near.find(({ id }) => named.isOf(id))
  return found ? tenantOf(platform, found.id) : null
}
