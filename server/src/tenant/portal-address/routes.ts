import * as contract from '#contracts/tenant/portal-address.ts'
import { notFound } from '#server/platform/errors.ts'
import { memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import type { PlanFeatures } from '#server/tenant/plan-features.ts'
import { mayServeTls } from '#server/tenant/portal-lookup.ts'
import { changeSlug, checkNow, readAddress, removeDomain, setDomain } from './addresses.ts'

/** `plan` is given, since the billing domain is above this one. */
export const portalAddressRoutes = (plan: PlanFeatures<'customDomain'>): Route[] => [
  memberRoute(contract.getPortalAddress, (c) => readAddress(c.tenant, c.actor, plan)),
  memberRoute(contract.changeSlug, (c) => changeSlug(c.tenant, c.actor, c.body.address, plan)),
  memberRoute(contract.setCustomDomain, (c) => setDomain(c.tenant, c.actor, c.body.host, plan)),
  memberRoute(contract.removeCustomDomain, (c) => removeDomain(c.tenant, c.actor, plan)),
  memberRoute(contract.checkCustomDomain, (c) => checkNow(c.tenant, c.actor, plan)),
  publicRoute(contract.isTlsAllowed, async (c) => {
    if (!(await mayServeTls(c.platform, c.query.domain))) throw notFound('domain')
    return { isAllowed: true as const }
  }),
]
