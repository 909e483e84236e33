import {
  declineOffer as declineOfferEndpoint,
  requestPerson as requestPersonEndpoint,
  startConversation,
} from '#contracts/conversation.ts'
import { guestRoute, type Route } from '#server/platform/route/route.ts'
import { declineOffer, open, requestPerson } from './service.ts'

export const assistantRoutes: Route[] = [
  guestRoute(startConversation, (c) => open(c.tenant, c.actor, c.body)),
  guestRoute(requestPersonEndpoint, (c) => requestPerson(c.tenant, c.actor, c.params.conversationId)),
  guestRoute(declineOfferEndpoint, (c) => declineOffer(c.tenant, c.actor, c.params.conversationId)),
]
