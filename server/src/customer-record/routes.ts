import { listCustomers as listCustomersEndpoint } from '#contracts/customer/customer.ts'
import { getCustomerRecord, listCustomerTimeline } from '#contracts/customer/customer-record.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { listCustomers } from './list.ts'
import { readCustomerRecord } from './record.ts'
import { listTimeline } from './timeline.ts'

export const customerRecordRoutes: Route[] = [
  memberRoute(listCustomersEndpoint, (c) => listCustomers(c.tenant, c.query)),
  memberRoute(getCustomerRecord, (c) => readCustomerRecord(c.tenant, c.params.customerId)),
  memberRoute(listCustomerTimeline, (c) => listTimeline(c.tenant, c.actor, c.params.customerId, c.query.cursor)),
]
