import { listPlans, PLANS } from '#contracts/billing/plan.ts'
import { publicRoute, type Route } from '#server/platform/route/route.ts'
import { accountRoutes } from './account/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { giftTokenRoutes } from './gift-tokens/routes.ts'
import { isSold } from './grants.ts'

export const billingRoutes: Route[] = [
  publicRoute(listPlans, async () => ({ items: Object.values(PLANS).filter(({ id }) => isSold(id)) })),
  ...giftTokenRoutes,
  ...checkoutRoutes,
  ...accountRoutes,
]
