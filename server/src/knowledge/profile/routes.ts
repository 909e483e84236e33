import * as contract from '#contracts/knowledge/profile.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { saveBusinessProfile } from './commands.ts'
import { getBusinessProfile } from './reads.ts'

/** The business profile on the desk. */
export const profileRoutes: Route[] = [
  memberRoute(contract.getProfile, ({ tenant, actor }) => getBusinessProfile(tenant, actor)),
  memberRoute(contract.saveProfile, ({ tenant, actor, body }) => saveBusinessProfile(tenant, actor, body)),
]
