import { messageSent } from '#server/conversation/events.ts'
import { type Reaction, reaction } from '#server/platform/event.ts'
import { answer } from './jobs.ts'

/** A customer's word in a conversation that is the assistant's gets an answer, by a job that exists from the same commit on. */
export const assistantReactions: Reaction[] = [
  reaction(messageSent, async (t, { conversation, message }) => {
    if (message.author !== 'customer' || conversation.state !== 'ai') return
    await t.enqueue(answer, { tenantId: t.tenantId, conversationId: conversation.id })
  }),
]
