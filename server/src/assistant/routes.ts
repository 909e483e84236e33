import { testAgent as testAgentContract } from '#contracts/agent/agent-test.ts'
import { listReplySources, proposeText as proposeTextContract } from '#contracts/assistant/composer-tools.ts'
import {
  listGuestTranslations as listGuestTranslationsContract,
  listTranslations as listTranslationsContract,
  translateGuestMessage,
  translateMessage as translateMessageContract,
} from '#contracts/assistant/message-translation.ts'
import * as brief from '#contracts/assistant/ticket-brief.ts'
import * as contract from '#contracts/conversation/guest-conversation.ts'
import { acceptedLanguages } from '#contracts/languages.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { guestRoute, memberRoute, type Route } from '#server/platform/route/route.ts'
import { testAgent } from './answering/console.ts'
import { openChat } from './answering/open-chat.ts'
import { proposeText } from './composer-tools/propose-text.ts'
import { readReplySources } from './composer-tools/reply-sources.ts'
import { declineOffer, requestPerson } from './escalation/request-person.ts'
import { listGuestTranslations, translateForGuest } from './message-translation/guest-translation.ts'
import { listTranslations, translateMessage } from './message-translation/translate.ts'
import { discardReply, readTicketBrief, renewTicketBrief } from './ticket-brief/brief.ts'

export const assistantRoutes: Route[] = [
  guestRoute(contract.startConversation, (c) =>
    openChat(c.tenant, c.actor, c.body, acceptedLanguages(c.request.headers['accept-language'])),
  ),
  guestRoute(contract.requestPerson, (c) => requestPerson(c.tenant, c.actor, c.params.conversationId)),
  guestRoute(listGuestTranslationsContract, (c) =>
    listGuestTranslations(c.tenant, c.actor, c.params.conversationId, c.query),
  ),
  guestRoute(translateGuestMessage, (c) => translateForGuest(c.tenant, c.actor, c.params, c.body.language)),
  guestRoute(contract.declineOffer, (c) => declineOffer(c.tenant, c.actor, c.params.conversationId)),
  memberRoute(brief.getTicketBrief, async (c) => ({
    brief: await readTicketBrief(c.tenant, c.actor, c.params.ticketId),
  })),
  memberRoute(brief.makeTicketBrief, async (c) => ({
    brief: await renewTicketBrief(c.tenant, c.actor, c.params.ticketId),
  })),
  memberRoute(brief.discardSuggestedReply, async (c) => ({
    brief: await discardReply(c.tenant, c.actor, c.params.ticketId),
  })),
  memberRoute(proposeTextContract, (c) => proposeText(c.tenant, c.actor, c.params.ticketId, c.body)),
  memberRoute(listReplySources, (c) => readReplySources(c.tenant, c.actor, c.params.ticketId)),
  memberRoute(listTranslationsContract, (c) => listTranslations(c.tenant, c.actor, c.params.ticketId, c.query)),
  memberRoute(translateMessageContract, (c) => translateMessage(c.tenant, c.actor, c.params, c.body.language)),
  memberRoute(testAgentContract, (c) => testAgent(c.tenant, c.actor, c.params.agentId, c.body, languageOf(c.request))),
]
