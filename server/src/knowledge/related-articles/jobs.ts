import { z } from 'zod'
import { TenantId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { relateArticles } from './relate.ts'

const Changed = z.object({ tenantId: TenantId })

/** After a change of what customers read: finds anew which articles are like which. Many changes in a row are one job. */
export const relateChangedArticles: Job<z.output<typeof Changed>> = job({
  name: 'knowledge.relateArticles',
  payload: Changed,
  timeoutSeconds: 120,
  concurrency: 1,
  keyOf: ({ tenantId }) => tenantId,
  isQueuedWhileRunning: true,
  run: (platform, { tenantId }) => relateArticles(tenantOf(platform, tenantId)),
})

/** Finds anew which articles of the business are like which, soon after the commit. */
export const queueRelating = (t: Tx): Promise<void> => t.enqueue(relateChangedArticles, { tenantId: t.tenantId })
