import type { Language } from '#contracts/languages.ts'
import type { MemberView } from '#contracts/tenant/member.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { Branding, TenantView } from '#contracts/tenant/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import { closesAt, openingAt } from './hours.ts'
import { portalUrlOf } from './portal-address/portal-url.ts'
import { portalTextsIn } from './portal-texts.ts'
import type { MemberRow, TenantRow } from './schema.ts'
import { preChatOf } from './widget-defaults.ts'

/** Logo and favicon by the address they are read from; a stored value that is no image id is the image itself, as a data URL. */
export function presentBranding({ slug, branding }: Pick<TenantRow, 'slug' | 'branding'>): Branding {
  const addressOf = (image: string | null) =>
    image === null || image.startsWith('data:') ? image : `/api/portal/${slug}/images/${image}`
  return { ...branding, logo: addressOf(branding.logo), favicon: addressOf(branding.favicon) }
}

/** A business for its team. */
export const presentTenant = (platform: Platform, row: TenantRow): TenantView => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  status: row.status,
  isDemo: row.isDemo,
  businessInfo: row.businessInfo,
  branding: presentBranding(row),
  aiSettings: row.aiSettings,
  customerExperience: row.customerExperience,
  supportUrl: portalUrlOf(platform, row, { page: 'support' }),
})

export const presentMember = (row: MemberRow): MemberView => ({
  id: row.userId,
  name: row.name,
  email: row.email,
  role: row.role,
  availability: row.availability,
})

type PortalFacts = { at: Date; language: Language; usualReplyMinutes: number | null; isTeamAway: boolean }

/** A business for everyone who has its support link. */
export function presentPortal(
  row: TenantRow,
  { at, language, usualReplyMinutes, isTeamAway }: PortalFacts,
): PortalView {
  const { isOpenNow, opensAt } = openingAt(row.businessInfo, at)
  const { heading, welcomeMessage, topics } = portalTextsIn(row, language)
  return {
    slug: row.slug,
    name: row.name,
    status: row.status,
    branding: { ...presentBranding(row), welcomeMessage },
    heading,
    topics,
    businessInfo: row.businessInfo,
    customerExperience: row.customerExperience,
    allowPublicTickets: row.support.allowPublicTickets,
    preChat: preChatOf(row),
    isOpenNow,
    opensAt: opensAt?.toISOString() ?? null,
    closesAt: closesAt(row.businessInfo, at)?.toISOString() ?? null,
    isTeamAway,
    usualReplyMinutes: row.customerExperience.showResponseTime ? usualReplyMinutes : null,
    isDemo: row.isDemo,
  }
}
