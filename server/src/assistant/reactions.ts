import { answerRated, messageAppended } from '#server/conversation/events.ts'
import { faqsChanged } from '#server/knowledge/events.ts'
import { recordKnowledgeRating } from '#server/knowledge/service.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { ticketCreated } from '#server/ticket/events.ts'
import { countAnswerRating } from './escalation/unhelpful-answer.ts'
import { answer } from './jobs.ts'
import { queueFirstBrief } from './ticket-brief/brief.ts'
import { solveAnsweredQuestions } from './unanswered-questions/jobs.ts'
import { hasOpenGroup } from './unanswered-questions/queries.ts'
import { recordAnswerRating } from './unanswered-questions/record-question.ts'

export const assistantReactions: EventHandler[] = [
  // A customer's message in a conversation that the assistant owns queues its answer in the same commit.
  onEvent(messageAppended, async (t, { conversation, message }) => {
    if (message.author !== 'customer' || conversation.state !== 'ai') return
    await t.enqueue(answer, { tenantId: t.tenantId, conversationId: conversation.id, seq: message.seq })
  }),
  // A ticket from a chat gets a summary for its assignee; a form describes itself.
  onEvent(ticketCreated, async (t, { ticket }) => {
    if (ticket.source === 'chat' && !ticket.isDemo) await queueFirstBrief(t, ticket.id)
  }),
  onEvent(faqsChanged, async (t, { change }) => {
    if (change === 'deleted' || !(await hasOpenGroup(t))) return
    await t.enqueue(solveAnsweredQuestions, { tenantId: t.tenantId })
  }),
  onEvent(answerRated, async (t, rated) => {
    await recordKnowledgeRating(t, rated.message.id, rated.message.helpful)
    await recordAnswerRating(t, rated.conversation, rated.message)
    await countAnswerRating(t, rated)
  }),
]
