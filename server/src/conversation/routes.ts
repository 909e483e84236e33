import { endChat as endChatEndpoint, rateChat as rateChatEndpoint } from '#contracts/conversation/chat-end.ts'
import { listChatHistory } from '#contracts/conversation/chat-history.ts'
import {
  getGuestConversation,
  listGuestConversations,
  markGuestSeen,
  rateAnswer as rateAnswerEndpoint,
  sendGuestMessage,
  setGuestTyping,
  streamGuestConversation,
} from '#contracts/conversation/guest-conversation.ts'
import { downloadTranscript } from '#contracts/conversation/transcript.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { guestRoute, type Route } from '#server/platform/route/route.ts'
import { readChatHistory } from './chat-history.ts'
import { markSeen, sendTo, setTyping } from './commands.ts'
import { endChat, rateChat } from './end-chat.ts'
import { parseEventNumber } from './event-number.ts'
import { getCurrentConversation } from './load.ts'
import { rateAnswer } from './rate-answer.ts'
import { listConversationsOfGuest, readThread } from './reads.ts'
import { followConversation } from './stream.ts'
import { sendTranscript } from './transcript.ts'

const done = { ok: true } as const

export const conversationRoutes: Route[] = [
  guestRoute(listGuestConversations, (c) => listConversationsOfGuest(c.tenant, c.actor, c.query.cursor)),
  guestRoute(listChatHistory, (c) => readChatHistory(c.tenant, c.actor, c.query.cursor)),
  guestRoute(getGuestConversation, (c) =>
    c.tenant.read(async (t) =>
      readThread(t, c.actor, await getCurrentConversation(t, c.actor, c.params.conversationId), c.query.cursor ?? null),
    ),
  ),
  guestRoute(sendGuestMessage, (c) => sendTo(c.tenant, c.actor, c.params.conversationId, c.body)),
  guestRoute(rateAnswerEndpoint, (c) =>
    rateAnswer(c.tenant, c.actor, c.params.conversationId, c.params.messageId, c.body.helpful),
  ),
  guestRoute(endChatEndpoint, (c) => endChat(c.tenant, c.actor, c.params.conversationId)),
  guestRoute(rateChatEndpoint, (c) => rateChat(c.tenant, c.actor, c.params.conversationId, c.body)),
  guestRoute(downloadTranscript, (c) =>
    sendTranscript(c.tenant, c.actor, c.params.conversationId, languageOf(c.request), c.reply),
  ),
  guestRoute(setGuestTyping, async (c) => {
    await setTyping(c.tenant, c.actor, c.params.conversationId, c.body.isTyping)
    return done
  }),
  guestRoute(markGuestSeen, async (c) => {
    await c.tenant.tx((t) => markSeen(t, c.actor, c.params.conversationId, c.body.seq))
    return done
  }),
  guestRoute(streamGuestConversation, async (c) => {
    const resume = c.request.headers['last-event-id']
    const after = resume === undefined ? (c.query.after ?? null) : parseEventNumber(String(resume))
    await followConversation(c.tenant, c.actor, c.params.conversationId, after, c.openStream)
    return undefined
  }),
]
