import { z } from 'zod'
import { TenantId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Job, job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { compareChanged, reviewStale } from './review.ts'

/** Changes often come in a row (an import, an editing session): they are compared so long after the first. */
const DEBOUNCE_MS = 5000
const DAY_MS = 86_400_000
/** Businesses whose knowledge one run of the recurring job has looked through. */
const BUSINESSES = 50

const Payload = z.object({ tenantId: TenantId, isWhole: z.boolean().default(false) })

/** Compares what changed in the knowledge of a business. `isWhole`: and looks for entries that may be out of date. */
export const reviewKnowledge: Job<z.output<typeof Payload>> = job({
  name: 'quality.reviewKnowledge',
  payload: Payload,
  attempts: 5,
  retryDelaySeconds: 10,
  timeoutSeconds: 900,
  concurrency: 1,
  keyOf: ({ tenantId, isWhole }) => `${tenantId} ${isWhole}`,
  isQueuedWhileRunning: true,
  run: async (platform, { tenantId, isWhole }) => {
    const tenant = tenantOf(platform, tenantId)
    if (isWhole) await reviewStale(tenant)
    const left = await compareChanged(tenant)
    // Another business may come in between.
    if (left > 0) await tenant.tx((t) => t.enqueue(reviewKnowledge, { tenantId, isWhole: false }))
  },
})

/** Compares what changed in the knowledge, soon after the commit. */
export const queueReview = (t: Tx): Promise<void> =>
  t.enqueue(
    reviewKnowledge,
    { tenantId: t.tenantId, isWhole: false },
    { startAfter: new Date(t.now.getTime() + DEBOUNCE_MS) },
  )

/** Has the knowledge of each business looked through once a day. */
export const queueKnowledgeReviews: RecurringJob = {
  name: 'quality.queueKnowledgeReviews',
  everySeconds: 300,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - DAY_MS)
    const found = await platform.db.query<{ tenant_id: TenantId }>(
      'SELECT tenant_id FROM unreviewed_knowledge($1, $2)',
      [before, BUSINESSES],
    )
    await runForEach(platform, found, ({ tenant_id: tenantId }) =>
      tenantOf(platform, tenantId).tx((t) => t.enqueue(reviewKnowledge, { tenantId, isWhole: true })),
    )
  },
}
