import { testAgent } from '#contracts/agent.ts'
import {
  declineOffer as declineOfferEndpoint,
  requestPerson as requestPersonEndpoint,
  startConversation,
} from '#contracts/conversation.ts'
import { getTicketBrief, makeTicketBrief } from '#contracts/ticket-brief.ts'
import { guestRoute, memberRoute, type Route } from '#server/platform/route/route.ts'
import { acceptedLanguages } from '#server/platform/text/language.ts'
import { makeBrief, readBrief } from './brief/service.ts'
import { testOne } from './console.ts'
import { declineOffer, open, requestPerson } from './service.ts'

export const assistantRoutes: Route[] = [
  guestRoute(startConversation, (c) =>
    open(c.tenant, c.actor, c.body, acceptedLanguages(c.request.headers['accept-language'])),
  ),
  guestRoute(requestPersonEndpoint, (c) => requestPerson(c.tenant, c.actor, c.params.conversationId)),
  guestRoute(declineOfferEndpoint, (c) => declineOffer(c.tenant, c.actor, c.params.conversationId)),
  memberRoute(getTicketBrief, async (c) => ({ brief: await readBrief(c.tenant, c.actor, c.params.ticketId) })),
  memberRoute(makeTicketBrief, async (c) => ({ brief: await makeBrief(c.tenant, c.actor, c.params.ticketId) })),
  memberRoute(testAgent, (c) => testOne(c.tenant, c.actor, c.params.agentId, c.body)),
]
