import { QuestionId } from '#contracts/ids.ts'
import type { Finished } from '#server/assistant/speak.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { noteUse } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { group } from './jobs.ts'
import { insertQuestion } from './queries.ts'

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
  { messageId, outcome, end }: Finished,
): Promise<void> {
  if (row.isDemo) return
  // What a model said is judged for its words too, not only for the piece it rests on.
  const confidence = end?.origin.engine === 'no-key' ? end.confidence : null
  if (outcome === 'answered') await noteUse(t, messageId, end?.sources ?? [], confidence)
  if (outcome === 'unknown' || outcome === 'suggested') {
    const nearest = end?.origin.retrieved.find(({ kind }) => kind === 'faq')?.id
    await noteUnanswered(t, row, {
      text,
      outcome,
      confidence: end?.confidence ?? null,
      nearest,
      language: end?.origin.language,
    })
  }
}

type Unanswered = {
  text: string
  outcome: 'unknown' | 'suggested' | 'unhelpful'
  confidence: number | null
  nearest?: string | undefined
  language?: string | undefined
}

/** Keeps a question that found no answer, or whose answer did not help; a job finds the others it belongs to. */
export async function noteUnanswered(t: Tx, row: ConversationRow, given: Unanswered): Promise<void> {
  const text = given.text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT).toWellFormed()
  if (row.isDemo || !/\p{L}{2}/u.test(text)) return
  const id = QuestionId.parse(crypto.randomUUID())
  const language = LANGUAGES.find((one) => one === (given.language ?? row.language)) ?? 'en'
  const { outcome, confidence } = given
  const nearestFaqId = (given.nearest ?? null) as never
  await insertQuestion(t, { id, conversationId: row.id, text, language, outcome, confidence, nearestFaqId, at: t.now })
  await t.enqueue(group, { tenantId: t.tenantId, questionId: id })
}
