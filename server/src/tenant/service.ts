import { randomUUID } from 'node:crypto'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { TenantId, UserId } from '#contracts/ids.ts'
import type { AiSettings, Branding, BusinessInfo, CustomerExperience } from '#contracts/tenant/tenant.ts'
import { sqlState } from '#server/platform/db/fault.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { forgetPortal, SLUG } from './portal.ts'
import {
  findMemberRow,
  findTenantRow,
  insertTenant,
  listMemberRows,
  lockTenantRow,
  takeTicketNumber,
  upsertMember,
} from './queries.ts'
import type { MemberRow, TenantRow } from './schema.ts'

export { listTicketActivity, recordActivity } from './activity.ts'
export { hourIn, midnightIn, openingOf } from './hours.ts'
export { findPortal, getOpenPortal, portalSlugOf } from './portal.ts'

/** The business of the open transaction. */
export async function readTenant(t: Tx): Promise<TenantRow> {
  const row = await findTenantRow(t)
  if (!row) throw notFound('business')
  return row
}

export const getTenant = (tenant: Tenant): Promise<TenantRow> => tenant.read(readTenant)

/** From here to the end of the transaction one at a time in this business: for what may be done once only. To be taken first. */
export const lockTenant = async (t: Tx): Promise<void> => {
  await lockTenantRow(t)
}

/** The team as it is now, by name. */
export const listMembers = (tenant: Tenant): Promise<MemberRow[]> => tenant.read(listMemberRows)

/** One of the team; somebody who left is not found. */
export async function getMember(t: Tx, userId: UserId): Promise<MemberRow> {
  const row = await findMemberRow(t, userId)
  if (!row) throw notFound('team member')
  return row
}

/** The next ticket's number in this business: 1, 2, 3, … without gaps among the committed ones. */
export const nextTicketNumber = (t: Tx): Promise<number> => takeTicketNumber(t)

export type NewTenant = {
  /** Its public name in links: letters a to z, digits and hyphens, at most 64. */
  slug: string
  name: string
  isDemo?: boolean
  customDomain?: string
  businessInfo?: Partial<BusinessInfo>
  branding?: Partial<Branding>
  aiSettings?: Partial<AiSettings>
  customerExperience?: Partial<CustomerExperience>
}

/** Founds a business with the product's defaults. Throws conflict when its slug or domain is taken. */
export async function createTenant(platform: Platform, given: NewTenant): Promise<Tenant> {
  if (!SLUG.test(given.slug)) throw invalid({ slug: 'Use lower-case letters, digits and hyphens, at most 64.' })
  const tenant = tenantOf(platform, randomUUID() as TenantId)
  try {
    await tenant.tx((t) => insertTenant(t, foundingRow(t, given)))
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw conflict(`The address ${given.slug} is taken by another business. Choose another one.`, { cause: error })
  }
  // A link to it may have been tried a moment ago, and its absence be remembered.
  forgetPortal(platform, given.slug)
  return tenant
}

const foundingRow = (t: Tx, given: NewTenant): TenantRow => ({
  id: t.tenantId,
  slug: given.slug,
  name: given.name,
  status: 'ACTIVE',
  isDemo: given.isDemo ?? false,
  customDomain: given.customDomain?.toLowerCase() ?? null,
  businessInfo: {
    companyName: given.name,
    supportEmail: '',
    website: '',
    phone: '',
    industry: 'General',
    description: '',
    timezone: 'America/New_York',
    businessHours: { start: '09:00', end: '17:00', days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] },
    ...given.businessInfo,
  },
  branding: {
    primaryColor: '#38beba',
    logo: null,
    welcomeMessage: 'How can we help you today?',
    ...given.branding,
  },
  aiSettings: { escalationThreshold: 3, confidenceThreshold: 0.8, ...given.aiSettings },
  customerExperience: {
    enableRatings: true,
    enableFeedback: true,
    showResponseTime: true,
    allowAnonymous: true,
    ...given.customerExperience,
  },
  createdAt: t.now,
  updatedAt: t.now,
})

/** Takes a person into the team, or changes name and role of one who is in it. */
export async function addMember(
  t: Tx,
  person: { userId: UserId; name: string; email: string; role: MemberRole },
): Promise<void> {
  await upsertMember(t, { tenantId: t.tenantId, ...person })
}
