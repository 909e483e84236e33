import { listCustomers as listCustomersEndpoint } from '#contracts/customer/customer.ts'
import { getCustomerRecord, listCustomerTimeline } from '#contracts/customer/customer-record.ts'
import { listDuplicates as listDuplicatesEndpoint } from '#contracts/customer/merge.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { listDuplicates } from './duplicates.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { listCustomers } from './list.ts'
import { readCustomerRecord } from './record.ts'
import { listTimeline } from './timeline.ts'

export const customerRecordRoutes: Route[] = [
  ...erasureRoutes,
  ...exportRoutes,
  memberRoute(listCustomersEndpoint, (c) => listCustomers(c.tenant, c.query)),
  memberRoute(getCustomerRecord, (c) => readCustomerRecord(c.tenant, c.actor, c.params.customerId)),
  memberRoute(listDuplicatesEndpoint, async (c) => ({ items: await listDuplicates(c.tenant, c.params.customerId) })),
  memberRoute(listCustomerTimeline, (c) => listTimeline(c.tenant, c.actor, c.params.customerId, c.query.cursor)),
]
