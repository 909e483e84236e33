import { z } from 'zod'
import { QuestionGroupId, QuestionId, TenantId } from '#contracts/ids.ts'
import { publishKnowledge, questionSignature, questionSimilarity } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { findQuestion, type Grouped, joinGroup, listGroupedQuestions, lockGrouping } from './queries.ts'
import { solveAnsweredGroups } from './solve-answered.ts'

/** Questions at least this similar belong to one group. */
const MIN_SIMILARITY = 0.6
/** A question is compared with this many of the newest; an older group is not found again. */
const COMPARED = 1000

const Payload = z.object({ tenantId: TenantId, questionId: QuestionId })

/** Assigns an unanswered question to the group of similar ones. */
export const groupQuestion: Job<z.output<typeof Payload>> = job({
  name: 'assistant.groupQuestion',
  payload: Payload,
  timeoutSeconds: 30,
  concurrency: 2,
  run: (platform, { tenantId, questionId }) => tenantOf(platform, tenantId).tx((t) => assignToGroup(t, questionId)),
})

const Changed = z.object({ tenantId: TenantId })

/** After changes of FAQs: solves the questions that have an answer now. Many changes in a row are one job. */
export const solveAnsweredQuestions: Job<z.output<typeof Changed>> = job({
  name: 'assistant.solveAnsweredQuestions',
  payload: Changed,
  timeoutSeconds: 120,
  concurrency: 1,
  keyOf: ({ tenantId }) => tenantId,
  isQueuedWhileRunning: true,
  run: (platform, { tenantId }) => solveAnsweredGroups(tenantOf(platform, tenantId)),
})

/** Assigns a question within a transaction. Does nothing for a deleted or already assigned question. */
export async function assignToGroup(t: Tx, id: QuestionId): Promise<void> {
  await lockGrouping(t)
  const question = await findQuestion(t, id)
  if (!question || question.groupId) return
  const signature = questionSignature(question.text, question.language)
  const groupId =
    nearestOf(signature, await listGroupedQuestions(t, COMPARED)) ?? QuestionGroupId.parse(crypto.randomUUID())
  await joinGroup(t, id, signature, groupId)
  publishKnowledge(t, 'questions')
}

function nearestOf(signature: readonly string[], known: readonly Grouped[]): QuestionGroupId | null {
  let best: { groupId: QuestionGroupId; likeness: number } | null = null
  for (const one of known) {
    const like = questionSimilarity(signature, one.signature)
    if (like >= MIN_SIMILARITY && like > (best?.likeness ?? 0)) best = { groupId: one.groupId, likeness: like }
  }
  return best?.groupId ?? null
}
