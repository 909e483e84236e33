import { mergeCustomers, splitCustomer, undoMerge } from '#contracts/customer/merge.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import * as merges from './merge.ts'
import * as undo from './undo.ts'

export const mergeRoutes: Route[] = [
  memberRoute(mergeCustomers, (c) => merges.mergeCustomers(c.tenant, c.actor, c.params.customerId, c.body)),
  memberRoute(undoMerge, (c) =>
    undo.undoMerge(c.tenant, c.actor, c.params.customerId, c.params.customerMergeId, c.body.version),
  ),
  memberRoute(splitCustomer, (c) => undo.splitCustomer(c.tenant, c.actor, c.params.customerId, c.body)),
]
