import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { answerConversation } from '#server/assistant/answering/answer.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { clientOf } from '#test/client.ts'
import type { Business } from './businesses.ts'
import type { Conversation } from './data.ts'

/** What the customer saw after a turn. */
export type Reply = {
  messages: MessageView[]
  /** This turn offered a person. */
  isNewlyOffered: boolean
  /** An offer is open, from this turn or before. */
  isOffered: boolean
}

/** Plays a conversation over HTTP; the answers run in this process, so that a burst is answered once. */
export async function playConversation(
  url: string,
  { tenant, slug }: Business,
  { turns, language }: Conversation,
): Promise<Reply[]> {
  const { token } = await makeGuest(tenant)
  const guest = clientOf(url, { authorization: `Bearer ${token}`, 'accept-language': language })
  const id = crypto.randomUUID() as ConversationId
  const params = { slug, conversationId: id }
  await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  const replies: Reply[] = []
  let offeredBefore: string | null = null
  for (const { says } of turns) {
    let last = 0
    for (const body of says) {
      const sent = await guest.call(sendGuestMessage, {
        params,
        body: { id: crypto.randomUUID() as MessageId, body, fileIds: [] },
      })
      last = sent.seq
    }
    await answerConversation(tenant, id)
    const seen = await guest.call(getGuestConversation, { params, query: {} })
    const offered = seen.conversation.offer?.reason ?? null
    replies.push({
      messages: seen.messages.filter(({ author, seq }) => author === 'assistant' && seq > last),
      isNewlyOffered: offered !== null && offered !== offeredBefore,
      isOffered: offered !== null,
    })
    offeredBefore = offered
  }
  return replies
}
