import { getProfile, saveProfile } from '#contracts/knowledge/profile.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import * as service from './service.ts'

/** The business profile on the desk. */
export const profileRoutes: Route[] = [
  memberRoute(getProfile, ({ tenant, actor }) => service.openProfile(tenant, actor)),
  memberRoute(saveProfile, ({ tenant, actor, body }) => service.saveProfile(tenant, actor, body)),
]
