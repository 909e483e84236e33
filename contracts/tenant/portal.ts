import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { PortalTopic } from './portal-content.ts'
import { Branding, BusinessInfo, CustomerExperience } from './tenant.ts'
import { PreChat } from './widget-settings.ts'

export const PortalSlug = z.string().min(1).max(64)
export const PortalParams = z.object({ slug: PortalSlug })

/** What a business shows to anyone with its support link. */
export const PortalView = z.object({
  slug: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
  /** With the welcome message in the visitor's language. */
  branding: Branding,
  /** In the visitor's language; empty for the product's own. */
  heading: z.string(),
  topics: z.array(PortalTopic.omit({ translations: true })),
  businessInfo: BusinessInfo.omit({ industry: true, holidays: true }),
  customerExperience: CustomerExperience,
  /** Whether guests may submit tickets by the form. */
  allowPublicTickets: z.boolean(),
  /** What a chat asks before it begins; null: nothing. */
  preChat: PreChat.nullable(),
  /** Whether the business is open now, and when it opens next. */
  isOpenNow: z.boolean(),
  opensAt: Instant.nullable(),
  /** When the business hours that last now end; null outside them, and for a business that is always open. */
  closesAt: Instant.nullable(),
  /** Every member of the team has set themselves away. */
  isTeamAway: z.boolean(),
  /** Median first answer of a person over the last 30 days, in minutes; null until there are ten. */
  usualReplyMinutes: z.number().nullable(),
  isDemo: z.boolean(),
})
export type PortalView = z.output<typeof PortalView>

/** A suspended tenant is returned with `status: SUSPENDED`, so that the page can show it; an unknown one is not found. */
export const getPortal = endpoint({
  method: 'GET',
  path: '/api/portal/:slug',
  summary: 'A business as its customers see it',
  tag: 'portal',
  access: 'public',
  rate: 'read',
  params: PortalParams,
  reply: PortalView,
})
