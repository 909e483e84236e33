import type { MemberView } from '#contracts/tenant/member.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { TenantView } from '#contracts/tenant/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openingAt } from './hours.ts'
import type { MemberRow, TenantRow } from './schema.ts'

/** A business for its team. */
export const presentTenant = (platform: Platform, row: TenantRow): TenantView => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  status: row.status,
  isDemo: row.isDemo,
  businessInfo: row.businessInfo,
  branding: row.branding,
  aiSettings: row.aiSettings,
  customerExperience: row.customerExperience,
  supportUrl: `${platform.baseUrl}/support?tenant=${row.slug}`,
})

export const presentMember = (row: MemberRow): MemberView => ({
  id: row.userId,
  name: row.name,
  email: row.email,
  role: row.role,
})

/** A business for everyone who has its support link. */
export function presentPortal(row: TenantRow, at: Date, usualReplyMinutes: number | null): PortalView {
  const { isOpenNow, opensAt } = openingAt(row.businessInfo, at)
  return {
    slug: row.slug,
    name: row.name,
    status: row.status,
    branding: row.branding,
    businessInfo: row.businessInfo,
    customerExperience: row.customerExperience,
    isOpenNow,
    opensAt: opensAt?.toISOString() ?? null,
    usualReplyMinutes,
    isDemo: row.isDemo,
  }
}
