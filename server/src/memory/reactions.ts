import { answerRated, messageSent } from '#server/conversation/events.ts'
import { type Reaction, reaction } from '#server/platform/event.ts'
import { rememberStars, rememberVerdict, whoseIs } from './service.ts'

/** What customers say of the help they got is remembered where they said it. */
export const memoryReactions: Reaction[] = [
  reaction(messageSent, async (t, { conversation, message }) => {
    const whose = message.kind === 'rated' ? whoseIs(conversation) : null
    if (whose) await rememberStars(t, whose, Number(message.body))
  }),
  reaction(answerRated, async (t, { conversation, message }) => {
    const whose = whoseIs(conversation)
    if (whose) await rememberVerdict(t, whose, message.id, message.helpful)
  }),
]
