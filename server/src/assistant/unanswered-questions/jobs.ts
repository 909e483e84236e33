import { z } from 'zod'
import { QuestionGroupId, QuestionId, TenantId } from '#contracts/ids.ts'
import { publishKnowledge, questionSignature, questionSimilarity } from '#server/knowledge/service.ts'
import { batched, byKey } from '#server/platform/batched.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { type Grouped, joinGroup, listGroupedQuestions, listUngrouped, lockGrouping } from './queries.ts'
import { solveAnsweredGroups } from './solve-answered.ts'

/** Questions at least this similar belong to one group. */
const MIN_SIMILARITY = 0.6
/** A question is compared with this many of the newest; an older group is not found again. */
const COMPARED = 1000

/** The most questions that one transaction assigns, and how long the first of them waits for others. */
const BATCH = 64
const GATHER_MS = 300

const Payload = z.object({ tenantId: TenantId, questionId: QuestionId })
type Payload = z.output<typeof Payload>

/** Assigns an unanswered question to the group of similar ones. */
export const groupQuestion: Job<Payload> = job({
  name: 'assistant.groupQuestion',
  payload: Payload,
  timeoutSeconds: 30,
  // So many are compared with one reading of the others.
  concurrency: BATCH,
  run: (platform, payload) => platform.state(grouping)(payload),
})

/** The questions that are grouped at the same time share a transaction for each business. */
const grouping = processState('questions being grouped', (platform: Platform) =>
  batched<Payload, void>(
    (questions) =>
      byKey(
        questions,
        ({ tenantId }) => tenantId,
        async (ofTenant) => {
          const ids = ofTenant.map(({ questionId }) => questionId)
          const { tenantId } = ofTenant[0] as Payload
          await tenantOf(platform, tenantId).tx((t) => assignToGroups(t, ids))
          return () => undefined
        },
      ),
    BATCH,
    GATHER_MS,
  ),
)

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

/** Assigns questions within a transaction. Does nothing for a deleted or already assigned question. */
export async function assignToGroups(t: Tx, ids: QuestionId[]): Promise<void> {
  await lockGrouping(t)
  const questions = await listUngrouped(t, ids)
  if (questions.length === 0) return
  const known = withoutRepeated(await listGroupedQuestions(t, COMPARED))
  for (const question of questions) {
    const { text, language } = question
    const signature = questionSignature(text, language)
    const groupId = nearestOf(signature, known) ?? QuestionGroupId.parse(crypto.randomUUID())
    joinGroup(t, question, signature, groupId)
    known.push({ groupId, signature })
  }
  publishKnowledge(t, 'questions')
}

/** Of the questions with the same words the first, which is the newest. */
const withoutRepeated = (all: Grouped[]): Grouped[] => [
  ...new Map(all.toReversed().map((one) => [one.signature.join(' '), one])).values(),
]

function nearestOf(signature: readonly string[], known: readonly Grouped[]): QuestionGroupId | null {
  let best: { groupId: QuestionGroupId; likeness: number } | null = null
  for (const one of known) {
    const like = questionSimilarity(signature, one.signature)
    if (like >= MIN_SIMILARITY && like > (best?.likeness ?? 0)) best = { groupId: one.groupId, likeness: like }
  }
  return best?.groupId ?? null
}
