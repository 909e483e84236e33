import { answerRated, messageAppended } from '#server/conversation/events.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { rememberAnswerRating, rememberTicketRating } from './commands.ts'
import { memoryOwnerOf } from './queries.ts'

/** Adds customers' ratings of answers and tickets to the memory. */
export const memoryReactions: EventHandler[] = [
  onEvent(messageAppended, async (t, { conversation, message }) => {
    const owner = message.kind === 'rated' ? memoryOwnerOf(conversation) : null
    if (owner) await rememberTicketRating(t, owner, Number(message.body))
  }),
  onEvent(answerRated, async (t, { conversation, message }) => {
    const owner = memoryOwnerOf(conversation)
    if (owner) await rememberAnswerRating(t, owner, message.id, message.helpful)
  }),
]
