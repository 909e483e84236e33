import { type MessageId, QuestionId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import type { StreamedAnswer } from '#server/assistant/answering/streaming.ts'
import type { ConversationRow, MessageRow } from '#server/conversation/schema.ts'
import { getAnswer } from '#server/conversation/service.ts'
import { recordKnowledgeUse } from '#server/knowledge/service.ts'
import { assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { groupQuestion } from './jobs.ts'
import { deleteUnhelpfulQuestion, insertQuestion } from './queries.ts'

const MAX_TEXT = 1000

/**
 * Records an answer for the knowledge's metrics: cited sources count as used; a question without an answer is stored as
 * unanswered. Demo conversations are not counted.
 */
export async function recordAnswerOutcome(
  t: Tx,
  row: ConversationRow,
  text: string,
  { messageId, outcome, end }: Pick<StreamedAnswer, 'messageId' | 'outcome' | 'end'>,
): Promise<void> {
  if (row.isDemo) return
  // A model's confidence is not recorded for the source: ratings of it concern the model's wording too.
  const confidence = end?.origin.engine === 'no-key' ? end.confidence : null
  if (outcome === 'answered') await recordKnowledgeUse(t, messageId, end?.sources ?? [], confidence)
  if (outcome === 'unknown' || outcome === 'suggested') {
    const nearest = end?.origin.retrieved.find(({ kind }) => kind === 'faq')?.id
    await storeUnansweredQuestion(t, row, {
      messageId,
      text,
      outcome,
      confidence: end?.confidence ?? null,
      nearest,
      language: end?.origin.language,
    })
  }
}

/**
 * Records a customer's rating of an answer: an unhelpful one stores its question as unanswered, and withdrawing the rating
 * deletes it.
 */
export async function recordAnswerRating(t: Tx, row: ConversationRow, message: MessageRow): Promise<void> {
  if (message.helpful !== false) return deleteUnhelpfulQuestion(t, QuestionId.parse(message.id))
  const { question: text } = await getAnswer(t, assistant, message.id)
  const nearest = message.sources.find(({ kind }) => kind === 'faq')?.id
  await storeUnansweredQuestion(t, row, {
    messageId: message.id,
    text,
    outcome: 'unhelpful',
    confidence: message.confidence,
    nearest,
  })
}

type Unanswered = {
  messageId: MessageId
  text: string
  outcome: 'unknown' | 'suggested' | 'unhelpful'
  confidence: number | null
  nearest?: string | undefined
  language?: string | undefined
}

/** Stores the question of an answer, at most once, and queues its grouping. */
async function storeUnansweredQuestion(t: Tx, row: ConversationRow, given: Unanswered): Promise<void> {
  const text = given.text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT).toWellFormed()
  if (row.isDemo || !/\p{L}{2}/u.test(text)) return
  const id = QuestionId.parse(given.messageId)
  const language = LANGUAGES.find((one) => one === (given.language ?? row.language)) ?? 'en'
  const { outcome, confidence } = given
  const nearestFaqId = (given.nearest ?? null) as never
  await insertQuestion(t, { id, conversationId: row.id, text, language, outcome, confidence, nearestFaqId, at: t.now })
  await t.enqueue(groupQuestion, { tenantId: t.tenantId, questionId: id })
}
