import { eraseCustomer as eraseCustomerEndpoint } from '#contracts/customer/erasure.ts'
import { requireFreshSignIn } from '#server/identity/service.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { eraseCustomer } from './erase.ts'

export const erasureRoutes: Route[] = [
  memberRoute(eraseCustomerEndpoint, (c) => {
    const { platform, request } = c
    const caller = {
      address: request.ip,
      requestId: request.id,
      requireFreshSignIn: () => requireFreshSignIn(platform, request),
    }
    return eraseCustomer(c.tenant, c.actor, caller, c.params.customerId, c.body)
  }),
]
