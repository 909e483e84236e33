import { mergeTicket, undoTicketMerge } from '#contracts/ticket/merge.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { merge } from './merge.ts'
import { undoMerge } from './undo.ts'

export const mergeRoutes: Route[] = [
  memberRoute(mergeTicket, (c) => merge(c.tenant, c.actor, c.params.ticketId, c.body)),
  memberRoute(undoTicketMerge, (c) => undoMerge(c.tenant, c.actor, c.params.ticketMergeId)),
]
