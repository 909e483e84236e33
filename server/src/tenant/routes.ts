import type { Language } from '#contracts/languages.ts'
import { listMembers } from '#contracts/tenant/member.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import * as contract from '#contracts/tenant/settings.ts'
import { getTenant } from '#contracts/tenant/tenant.ts'
import * as widgetSecret from '#contracts/tenant/widget-secret.ts'
import * as widgetSettings from '#contracts/tenant/widget-settings.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import type { PortalPage } from './portal-frame.ts'
import { presentMember, presentPortal, presentTenant } from './present.ts'
import { isEveryMemberAway } from './queries.ts'
import * as tenants from './service.ts'
import { generatePortalUrl, readSettings, saveSettings } from './settings/settings.ts'
import { createWidgetSecret, readWidgetSecret } from './widget-secret.ts'
import { readWidgetSettings, saveWidgetSettings } from './widget-settings.ts'

export const tenantRoutes: Route[] = [
  memberRoute(getTenant, async (c) => presentTenant(c.platform, await tenants.getTenant(c.tenant))),
  memberRoute(contract.getSettings, (c) => readSettings(c.tenant, c.actor)),
  memberRoute(contract.saveSettings, (c) => saveSettings(c.tenant, c.actor, c.body)),
  memberRoute(contract.generatePortalUrl, (c) => generatePortalUrl(c.tenant, c.actor)),
  memberRoute(widgetSecret.getWidgetSecret, (c) => readWidgetSecret(c.tenant, c.actor)),
  memberRoute(widgetSecret.createWidgetSecret, (c) => createWidgetSecret(c.tenant, c.actor, c.body.generation)),
  memberRoute(widgetSettings.getWidgetSettings, (c) => readWidgetSettings(c.tenant, c.actor)),
  memberRoute(widgetSettings.saveWidgetSettings, (c) => saveWidgetSettings(c.tenant, c.actor, c.body)),
  memberRoute(listMembers, async (c) => ({ items: (await tenants.listMembers(c.tenant)).map(presentMember) })),
]

/** Median time to a person's first reply over the last 30 days, in minutes; null while there are too few replies. */
type UsualReplyMinutes = (tenant: Tenant) => Promise<number | null>

/** A business for its customers, with its texts in their language, and the sites that may embed its chat; null for an unknown slug. */
export async function portalOf(
  platform: Platform,
  { slug, language }: { slug: string; language: Language },
  usualReplyMinutes: UsualReplyMinutes,
): Promise<PortalPage | null> {
  const portal = await tenants.findPortal(platform, slug)
  if (!portal) return null
  const [[row, isTeamAway], minutes] = await Promise.all([
    portal.tenant.read((t) => Promise.all([tenants.readTenant(t), isEveryMemberAway(t)])),
    usualReplyMinutes(portal.tenant),
  ])
  return {
    view: presentPortal(row, { at: platform.clock.now(), language, usualReplyMinutes: minutes, isTeamAway }),
    embedOrigins: row.embedOrigins,
  }
}

/** `usualReplyMinutes` is given, since the ticket domain is above this one. */
export const portalRoutes = (deps: { usualReplyMinutes: UsualReplyMinutes }): Route[] => [
  publicRoute(getPortal, async (c) => {
    const portal = await portalOf(
      c.platform,
      { slug: c.params.slug, language: languageOf(c.request) },
      deps.usualReplyMinutes,
    )
    if (!portal) throw notFound('portal')
    return portal.view
  }),
]
