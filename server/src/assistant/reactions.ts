import { answerRated, messageAppended } from '#server/conversation/events.ts'
import { recordKnowledgeRating } from '#server/knowledge/service.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { ticketCreated } from '#server/ticket/events.ts'
import { countVerdict } from './escalation/unhelpful-answer.ts'
import { answer } from './jobs.ts'
import { orderBrief } from './ticket-brief/service.ts'
import { noteVerdict } from './unanswered-questions/note.ts'

export const assistantReactions: EventHandler[] = [
  // A customer's word in a conversation that is the assistant's gets an answer, by a job that exists from the same commit on.
  onEvent(messageAppended, async (t, { conversation, message }) => {
    if (message.author !== 'customer' || conversation.state !== 'ai') return
    await t.enqueue(answer, { tenantId: t.tenantId, conversationId: conversation.id })
  }),
  // What came out of a chat is summed up for who takes it (T6); a form says by itself what it is about.
  onEvent(ticketCreated, async (t, { ticket }) => {
    if (ticket.source === 'chat' && !ticket.isDemo) await orderBrief(t, ticket.id)
  }),
  onEvent(answerRated, async (t, rated) => {
    await recordKnowledgeRating(t, rated.message.id, rated.message.helpful)
    await noteVerdict(t, rated.conversation, rated.message)
    await countVerdict(t, rated)
  }),
]
