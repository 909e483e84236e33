import { exportCustomer as exportCustomerEndpoint } from '#contracts/customer/customer-export.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { exportCustomer } from './export.ts'

export const exportRoutes: Route[] = [
  memberRoute(exportCustomerEndpoint, async (c) => {
    const { customerId } = c.params
    const origin = { address: c.request.ip, requestId: c.request.id }
    const text = await exportCustomer(c.tenant, c.actor, customerId, origin)
    c.reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="customer-${customerId.slice(0, 8)}.json"`)
      .header('cache-control', 'private, no-store')
      .send(text)
    return undefined
  }),
]
