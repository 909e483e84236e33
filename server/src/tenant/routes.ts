import { getPortal } from '#contracts/portal.ts'
import { getTenant, listMembers } from '#contracts/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { presentMember, presentPortal, presentTenant } from './present.ts'
import * as tenants from './service.ts'

export const tenantRoutes: Route[] = [
  memberRoute(getTenant, async (c) => presentTenant(c.platform, await tenants.getTenant(c.tenant))),
  memberRoute(listMembers, async (c) => ({ items: (await tenants.listMembers(c.tenant)).map(presentMember) })),
]

/** What the portal's first page asks of domains above this one. */
export type PortalDeps = {
  /** Median first answer of a person over the last 30 days, in minutes; null while there are too few to tell. */
  usualReplyMinutes(tenant: Tenant): Promise<number | null>
}

export const portalRoutes = (deps: PortalDeps): Route[] => [
  publicRoute(getPortal, async (c) => {
    const portal = await tenants.findPortal(c.platform, c.params.slug)
    if (!portal) throw notFound('portal')
    const [row, usualReplyMinutes] = await Promise.all([
      tenants.getTenant(portal.tenant),
      deps.usualReplyMinutes(portal.tenant),
    ])
    return presentPortal(row, c.platform.clock.now(), usualReplyMinutes)
  }),
]
