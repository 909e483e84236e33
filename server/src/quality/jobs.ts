import { z } from 'zod'
import { QualityRunId, TenantId } from '#contracts/ids.ts'
import { QualityRunView } from '#contracts/quality/quality.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { begin } from './begin.ts'
import { failRun, runQuestions } from './run.ts'

const Payload = z.object({ tenantId: TenantId, runId: QualityRunId })

/** One run of a business's test questions. Questions that were asked are not asked again when it is tried a second time. */
export const run: Job<z.output<typeof Payload>> = job({
  name: 'quality.run',
  payload: Payload,
  attempts: 2,
  // 500 questions of a slow model; a cut run goes on with the next try.
  timeoutSeconds: 1800,
  concurrency: 1,
  run: (platform, { tenantId, runId }) => runQuestions(tenantOf(platform, tenantId), runId),
  onGivenUp: (platform, { tenantId, runId }) => failRun(tenantOf(platform, tenantId), runId),
})

const Changed = z.object({ tenantId: TenantId, trigger: QualityRunView.shape.trigger })

/** Begins a run after a change; many changes in a row make one. While a run is under way it waits for its end. */
export const runAfterChange: Job<z.output<typeof Changed>> = job({
  name: 'quality.runAfterChange',
  payload: Changed,
  attempts: 20,
  retryDelaySeconds: 15,
  concurrency: 2,
  keyOf: ({ tenantId }) => tenantId,
  run: async (platform, { tenantId, trigger }) => {
    const before = platform.clock.now()
    const begun = await tenantOf(platform, tenantId).tx((t) => begin(t, trigger, null, run))
    // The run under way began before the change: its questions were partly asked of what was.
    if (begun && new Date(begun.startedAt) < before) throw new Error('A run is under way; this one comes after it')
  },
})
