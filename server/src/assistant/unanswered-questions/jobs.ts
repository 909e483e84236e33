import { z } from 'zod'
import { QuestionGroupId, QuestionId, TenantId } from '#contracts/ids.ts'
import { publishKnowledge, questionSignature, questionSimilarity } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { findQuestion, type Grouped, joinGroup, listGrouped, lockGrouping } from './queries.ts'

/** From here on two questions are taken for the same one. */
const ALIKE = 0.6
/** Compared with so many of the newest; what nobody asked for long starts anew. */
const COMPARED = 1000

const Payload = z.object({ tenantId: TenantId, questionId: QuestionId })

/** Finds for a question without an answer the others that ask the same. */
export const group: Job<z.output<typeof Payload>> = job({
  name: 'assistant.groupQuestion',
  payload: Payload,
  timeoutSeconds: 30,
  concurrency: 2,
  run: (platform, { tenantId, questionId }) => tenantOf(platform, tenantId).tx((t) => groupQuestion(t, questionId)),
})

/** The same within a transaction. Does nothing for a question that is gone or belongs somewhere already. */
export async function groupQuestion(t: Tx, id: QuestionId): Promise<void> {
  await lockGrouping(t)
  const question = await findQuestion(t, id)
  if (!question || question.groupId) return
  const signature = questionSignature(question.text, question.language)
  const groupId = nearestOf(signature, await listGrouped(t, COMPARED)) ?? QuestionGroupId.parse(crypto.randomUUID())
  await joinGroup(t, id, signature, groupId)
  publishKnowledge(t, 'questions')
}

function nearestOf(signature: readonly string[], known: readonly Grouped[]): QuestionGroupId | null {
  let best: { groupId: QuestionGroupId; likeness: number } | null = null
  for (const one of known) {
    const like = questionSimilarity(signature, one.signature)
    if (like >= ALIKE && like > (best?.likeness ?? 0)) best = { groupId: one.groupId, likeness: like }
  }
  return best?.groupId ?? null
}
