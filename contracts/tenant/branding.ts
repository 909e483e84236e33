import { z } from 'zod'
import { PlanName } from '#contracts/billing/plan.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { line, SeenVersion } from '#contracts/fields.ts'
import { BrandImageId } from '#contracts/ids.ts'
import { PortalParams, PortalSlug } from './portal.ts'
import { PortalTexts, PortalTopic, PortalTopics } from './portal-content.ts'
import { Branding, HexColor } from './tenant.ts'

/** The types of a stored logo or favicon. An SVG is a cleaned one. */
export const BrandImageMime = z.enum(['image/png', 'image/svg+xml', 'image/x-icon'])
export type BrandImageMime = z.output<typeof BrandImageMime>

/** A feature of the plan: whether the business has it, and otherwise the plan that does. */
export const FeatureAccess = z.object({ isIncluded: z.boolean(), plan: PlanName })
export type FeatureAccess = z.output<typeof FeatureAccess>

export const BrandingView = z.object({
  /** Of the settings; a save names the one it began from. */
  version: z.number().int(),
  branding: Branding,
  topics: z.array(PortalTopic),
  /** False while the topics are those of the industry. */
  hasOwnTopics: z.boolean(),
  texts: PortalTexts,
  customBranding: FeatureAccess,
})
export type BrandingView = z.output<typeof BrandingView>

/** Values that are left out stay as they are. Colour, logo and favicon need the plan's custom branding. */
export const BrandingChange = z.strictObject({
  version: SeenVersion,
  primaryColor: HexColor.optional(),
  /** An uploaded image; null removes it. */
  logo: BrandImageId.nullable().optional(),
  favicon: BrandImageId.nullable().optional(),
  welcomeMessage: line(300).optional(),
  /** Null: the topics of the industry again. */
  topics: PortalTopics.nullable().optional(),
  texts: PortalTexts.optional(),
})
export type BrandingChange = z.output<typeof BrandingChange>

const Brand = { tag: 'settings', access: 'member' } as const

export const getBranding = endpoint({
  ...Brand,
  method: 'GET',
  path: '/api/settings/branding',
  summary: 'How the portal looks and what it says',
  rate: 'read',
  reply: BrandingView,
})

/** All or nothing. A save from an older version is a conflict with the current branding. */
export const saveBranding = endpoint({
  ...Brand,
  method: 'PATCH',
  path: '/api/settings/branding',
  summary: 'Change how the portal looks and what it says',
  rate: 'write',
  body: BrandingChange,
  reply: BrandingView,
})

/** Stores one picture of a multipart body (field `file`), for the save that names it. One that no save names within a day is removed. */
export const uploadBrandImage = endpoint({
  ...Brand,
  method: 'POST',
  path: '/api/settings/branding/images',
  summary: 'Upload a logo or favicon',
  rate: 'upload',
  status: 201,
  reply: z.object({ id: BrandImageId, url: z.string() }),
})

const Public = { tag: 'portal', access: 'public', rate: 'read', answer: 'file' } as const

/** A logo or favicon that the branding names, or named. */
export const readBrandImage = endpoint({
  ...Public,
  method: 'GET',
  path: '/api/portal/:slug/images/:imageId',
  summary: 'A picture of the business',
  params: z.object({ slug: PortalSlug, imageId: BrandImageId }),
  reply: z.undefined(),
})

/** Sides of the icons of a phone's home screen, in pixels. */
export const ICON_SIDES = ['192', '512'] as const

/** The favicon; without one the logo, without a logo the initial in the business's colour. With `side` as a square PNG, for home screens. */
export const readPortalIcon = endpoint({
  ...Public,
  method: 'GET',
  path: '/api/portal/:slug/icon',
  summary: 'The icon of the portal',
  params: PortalParams,
  query: z.object({ side: z.enum(ICON_SIDES).optional().describe('As a square PNG of that many pixels') }),
  reply: z.undefined(),
})

/** The web app manifest: name, icon and colour, for a portal on a phone's home screen. */
export const readPortalManifest = endpoint({
  ...Public,
  method: 'GET',
  path: '/api/portal/:slug/manifest',
  summary: 'The web app manifest of the portal',
  params: PortalParams,
  reply: z.undefined(),
})
