import { randomUUID } from 'node:crypto'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { TenantId, UserId } from '#contracts/ids.ts'
import type { PortalTexts, PortalTopic } from '#contracts/tenant/portal-content.ts'
import {
  type AiSettings,
  type Branding,
  type BusinessInfo,
  type CustomerExperience,
  EmbedOrigins,
  type NotificationSettings,
  type SupportSettings,
} from '#contracts/tenant/tenant.ts'
import type { WidgetSettings } from '#contracts/tenant/widget-settings.ts'
import * as m from '#i18n/messages.js'
import { sqlState } from '#server/platform/db/database-errors.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { memberChanged } from './events.ts'
import { invalidatePortal, SLUG } from './portal-lookup.ts'
import { DEFAULT_WELCOME } from './portal-texts.ts'
import { findMemberRow, insertTenant, lockTenantRow, upsertMember } from './queries.ts'
import { NOTIFICATION_DEFAULTS, SUPPORT_DEFAULTS, type TenantRow } from './schema.ts'

/** Lets one transaction of this business run at a time, until it ends: for what may be done only once. To be called before other locks. */
export const lockTenant = async (t: Tx): Promise<void> => {
  await lockTenantRow(t)
}

export type NewTenant = {
  /** Its public name in links: letters a to z, digits and hyphens, at most 64. */
  slug: string
  name: string
  isDemo?: boolean
  /** A domain that needs no proof. */
  customDomain?: string
  /** Sites that may show the embedded chat in a frame; none: every site. */
  embedOrigins?: string[]
  businessInfo?: Partial<BusinessInfo>
  /** Whether the support address counts as confirmed from the start. */
  isEmailConfirmed?: boolean
  branding?: Partial<Branding>
  aiSettings?: Partial<AiSettings>
  customerExperience?: Partial<CustomerExperience>
  support?: Partial<SupportSettings>
  notifications?: Partial<NotificationSettings>
  portalTopics?: PortalTopic[]
  portalTexts?: PortalTexts
  widget?: Partial<WidgetSettings>
}

/** Creates a business with the product's defaults in a transaction of its new id. Throws conflict when its slug or domain is taken. */
export async function createTenantIn(t: Tx, given: NewTenant): Promise<void> {
  if (!SLUG.test(given.slug)) throw invalid({ slug: m.error_slug })
  if (!EmbedOrigins.safeParse(given.embedOrigins ?? []).success) {
    throw invalid({ embedOrigins: m.error_enter_embed_origin })
  }
  await insertTenant(t, newTenantRow(t, given)).catch((error: unknown) => {
    throw sqlState(error) === '23505'
      ? conflict(text(m.error_slug_taken, { slug: given.slug }), { cause: error, reason: 'slug_taken' })
      : error
  })
}

/** The same in a transaction of its own. */
export async function createTenant(platform: Platform, given: NewTenant): Promise<Tenant> {
  const tenant = tenantOf(platform, randomUUID() as TenantId)
  await tenant.tx((t) => createTenantIn(t, given))
  // A request for this slug may just have cached that there is no such business.
  invalidatePortal(platform, given.slug)
  return tenant
}

const newTenantRow = (t: Tx, given: NewTenant): TenantRow => ({
  id: t.tenantId,
  slug: given.slug,
  formerSlugs: [],
  name: given.name,
  status: 'ACTIVE',
  isDemo: given.isDemo ?? false,
  customDomain: given.customDomain?.toLowerCase() ?? null,
  customDomainState: given.customDomain ? 'verified' : null,
  customDomainProof: null,
  customDomainProblem: null,
  customDomainCheckedAt: null,
  customDomainFailingSince: null,
  embedOrigins: given.embedOrigins ?? [],
  businessInfo: {
    companyName: given.name,
    supportEmail: '',
    website: '',
    address: '',
    emergencyPhone: '',
    phone: '',
    industry: 'General',
    description: '',
    timezone: 'America/New_York',
    businessHours: { start: '09:00', end: '17:00', days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] },
    holidays: [],
    ...given.businessInfo,
  },
  confirmedEmail: given.isEmailConfirmed ? (given.businessInfo?.supportEmail ?? null) : null,
  branding: {
    primaryColor: '#38beba',
    logo: null,
    favicon: null,
    welcomeMessage: DEFAULT_WELCOME,
    ...given.branding,
  },
  aiSettings: {
    escalationThreshold: 3,
    confidenceThreshold: 0.8,
    replyStyle: null,
    personalizeResponses: true,
    enableLearning: true,
    ...given.aiSettings,
  },
  customerExperience: {
    enableRatings: true,
    enableFeedback: true,
    showResponseTime: true,
    allowAnonymous: true,
    enableProactiveSupport: true,
    ...given.customerExperience,
  },
  support: { ...SUPPORT_DEFAULTS, ...given.support },
  notifications: { ...NOTIFICATION_DEFAULTS, ...given.notifications },
  portalTopics: given.portalTopics ?? null,
  portalTexts: given.portalTexts ?? {},
  widget: given.widget ?? {},
  widgetSecretGeneration: 0,
  widgetSecretAt: null,
  version: 1,
  floodNoticeAt: null,
  createdAt: t.now,
  updatedAt: t.now,
})

/** Adds a person to the team, or changes name and role of a member. */
export async function addMember(
  t: Tx,
  person: { userId: UserId; name: string; email: string; role: MemberRole },
): Promise<void> {
  const before = await findMemberRow(t, person.userId)
  const after = await upsertMember(t, { tenantId: t.tenantId, ...person })
  await t.emit(memberChanged, { before: before ?? null, after })
}
