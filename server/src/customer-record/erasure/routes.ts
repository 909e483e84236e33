import { eraseCustomer as eraseCustomerEndpoint } from '#contracts/customer/erasure.ts'
import { getErasureCertificate, listErasures as listErasuresEndpoint } from '#contracts/customer/erasure-certificate.ts'
import { requireFreshSignIn } from '#server/identity/service.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { certificateOf, listErasures } from './certificate.ts'
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
  memberRoute(listErasuresEndpoint, (c) => listErasures(c.tenant, c.actor)),
  memberRoute(getErasureCertificate, async (c) => {
    const { name, text } = await certificateOf(c.tenant, c.actor, c.params.customerErasureId)
    c.reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(text)
    return undefined
  }),
]
