import { z } from 'zod'
import { ConversationId, TenantId } from '#contracts/ids.ts'
import { type Job, job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { answerConversation, giveUp } from './answering/answer.ts'

const Payload = z.object({ tenantId: TenantId, conversationId: ConversationId })
type Payload = z.output<typeof Payload>

/** Answers what a customer wrote. It belongs to no request: a closed tab loses nothing. */
export const answer: Job<Payload> = job({
  name: 'assistant.answer',
  payload: Payload,
  attempts: 3,
  retryDelaySeconds: 1,
  timeoutSeconds: 45,
  // Each reads several things at once: more would leave the customers' own requests without connections.
  concurrency: 4,
  // Models take seconds, and cost this process nothing while they do.
  waiting: 192,
  isUrgent: true,
  run: (platform, { tenantId, conversationId }) => answerConversation(tenantOf(platform, tenantId), conversationId),
  onGivenUp: (platform, { tenantId, conversationId }) => giveUp(tenantOf(platform, tenantId), conversationId),
})

/** Older than this and still unanswered: its job died with its process. */
const OVERDUE_MS = 8000
const BATCH = 200

/** Takes up the answers a killed process left behind. */
export const answerOverdue: RecurringJob = {
  name: 'assistant.answerOverdue',
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
