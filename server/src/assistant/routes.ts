import { testAgent } from '#contracts/agent/agent-test.ts'
import { getTicketBrief, makeTicketBrief } from '#contracts/assistant/ticket-brief.ts'
import {
  declineOffer as declineOfferEndpoint,
  requestPerson as requestPersonEndpoint,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import { acceptedLanguages } from '#contracts/languages.ts'
import { guestRoute, memberRoute, type Route } from '#server/platform/route/route.ts'
import { testOne } from './answering/console.ts'
import { declineOffer, open, requestPerson } from './service.ts'
import { makeBrief, readBrief } from './ticket-brief/service.ts'

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
