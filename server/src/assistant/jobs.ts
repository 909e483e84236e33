import { z } from 'zod'
import { ConversationId, TenantId } from '#contracts/ids.ts'
import { type Job, job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { answerConversation, failAnswer } from './answering/answer.ts'
import { isFollowed } from './answering/burst.ts'

/** `seq`: the message that is to be answered; without it whatever is unanswered, at once. */
const Payload = z.object({ tenantId: TenantId, conversationId: ConversationId, seq: z.number().int().optional() })
type Payload = z.output<typeof Payload>

/** Answers a customer's messages, independent of any request: closing the page loses nothing. */
export const answer: Job<Payload> = job({
  name: 'assistant.answerConversation',
  payload: Payload,
  attempts: 3,
  retryDelaySeconds: 1,
  timeoutSeconds: 45,
  // Each answer uses several database connections at once; more answers would leave none for requests.
  concurrency: 4,
  fetchedAhead: 12,
  // A job that waits for a model uses no resources of this process.
  yieldedConcurrency: 192,
  isUrgent: true,
  run: async (platform, { tenantId, conversationId, seq }) => {
    const tenant = tenantOf(platform, tenantId)
    if (seq !== undefined && (await isFollowed(tenant, conversationId, seq))) return
    await answerConversation(tenant, conversationId)
  },
  onGivenUp: (platform, { tenantId, conversationId }) => failAnswer(tenantOf(platform, tenantId), conversationId),
})

/** An answer that is due for longer than this was lost with its process. */
const OVERDUE_MS = 8000
const BATCH = 200

/** Queues the answers that a killed process left behind. */
export const answerOverdue: RecurringJob = {
  name: 'assistant.answerOverdueConversations',
  everySeconds: 10,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - OVERDUE_MS)
    type Due = { tenant_id: TenantId; conversation_id: ConversationId }
    const due = await platform.db.query<Due>('SELECT * FROM overdue_answers($1, $2)', [before, BATCH])
    for (const { tenant_id, conversation_id } of due) {
      const tenant = tenantOf(platform, tenant_id)
      await tenant.tx((t) => t.enqueue(answer, { tenantId: tenant.id, conversationId: conversation_id }))
    }
  },
}
