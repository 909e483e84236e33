import * as contract from '#contracts/tenant/branding.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import type { PlanFeatures } from '#server/tenant/plan-features.ts'
import { readBranding, saveBranding } from './branding.ts'
import { sendIcon } from './icon.ts'
import { sendImage, uploadImage } from './images.ts'
import { sendManifest } from './manifest.ts'

/** `plan` is given, since the billing domain is above this one. */
export const brandingRoutes = (plan: PlanFeatures<'customBranding'>): Route[] => [
  memberRoute(contract.getBranding, (c) => readBranding(c.tenant, c.actor, plan)),
  memberRoute(contract.saveBranding, (c) => saveBranding(c.tenant, c.actor, c.body, plan)),
  memberRoute(contract.uploadBrandImage, (c) =>
    uploadImage(c.tenant, c.actor, c.request, (t) => plan.require(t, 'customBranding')),
  ),
  publicRoute(contract.readBrandImage, (c) => sendImage(c.platform, c.params.slug, c.params.imageId, c.reply)),
  publicRoute(contract.readPortalIcon, (c) => sendIcon(c.platform, { ...c.params, ...c.query }, c.reply)),
  publicRoute(contract.readPortalManifest, (c) =>
    sendManifest(c.platform, { slug: c.params.slug, language: languageOf(c.request) }, c.reply),
  ),
]
