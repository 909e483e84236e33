import { type MessageId, QuestionId } from '#contracts/ids.ts'
import type { StreamedAnswer } from '#server/assistant/answering/streaming.ts'
import type { ConversationRow, MessageRow } from '#server/conversation/schema.ts'
import { getAnswer } from '#server/conversation/service.ts'
import { recordKnowledgeUse } from '#server/knowledge/service.ts'
import { assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { group } from './jobs.ts'
import { dropUnhelpful, insertQuestion } from './queries.ts'

const MAX_TEXT = 1000
const LANGUAGES = ['en', 'es', 'fr', 'de'] as const

/**
 * Keeps how an answer turned out, for the knowledge's figures: what it rested on counts as used; what could not be answered joins
 * the questions without an answer. Sample chats are left out (R5).
 */
export async function noteAnswer(
  t: Tx,
  row: ConversationRow,
  text: string,
  { messageId, outcome, end }: StreamedAnswer,
): Promise<void> {
  if (row.isDemo) return
  // What a model said is judged for its words too, not only for the piece it rests on.
  const confidence = end?.origin.engine === 'no-key' ? end.confidence : null
  if (outcome === 'answered') await recordKnowledgeUse(t, messageId, end?.sources ?? [], confidence)
  if (outcome === 'unknown' || outcome === 'suggested') {
    const nearest = end?.origin.retrieved.find(({ kind }) => kind === 'faq')?.id
    await noteUnanswered(t, row, {
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
 * What a customer says of an answer: one that did not help leaves its question without an answer, until the customer takes that
 * back.
 */
export async function noteVerdict(t: Tx, row: ConversationRow, message: MessageRow): Promise<void> {
  if (message.helpful !== false) return dropUnhelpful(t, QuestionId.parse(message.id))
  const { question: text } = await getAnswer(t, assistant, message.id)
  const nearest = message.sources.find(({ kind }) => kind === 'faq')?.id
  await noteUnanswered(t, row, {
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

/** Keeps the question of an answer, once; a job finds the others it belongs to. */
async function noteUnanswered(t: Tx, row: ConversationRow, given: Unanswered): Promise<void> {
  const text = given.text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT).toWellFormed()
  if (row.isDemo || !/\p{L}{2}/u.test(text)) return
  const id = QuestionId.parse(given.messageId)
  const language = LANGUAGES.find((one) => one === (given.language ?? row.language)) ?? 'en'
  const { outcome, confidence } = given
  const nearestFaqId = (given.nearest ?? null) as never
  await insertQuestion(t, { id, conversationId: row.id, text, language, outcome, confidence, nearestFaqId, at: t.now })
  await t.enqueue(group, { tenantId: t.tenantId, questionId: id })
}
