import { answerRated, messageAppended } from '#server/conversation/events.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { memoryOwnerOf, rememberStars, rememberVerdict } from './service.ts'

/** What customers say of the help they got is remembered where they said it. */
export const memoryReactions: EventHandler[] = [
  onEvent(messageAppended, async (t, { conversation, message }) => {
    const whose = message.kind === 'rated' ? memoryOwnerOf(conversation) : null
    if (whose) await rememberStars(t, whose, Number(message.body))
  }),
  onEvent(answerRated, async (t, { conversation, message }) => {
    const whose = memoryOwnerOf(conversation)
    if (whose) await rememberVerdict(t, whose, message.id, message.helpful)
  }),
]
