import { z } from 'zod'
import { QualityRunId, TenantId } from '#contracts/ids.ts'
import { QualityRunView } from '#contracts/quality/quality-run.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { createRun } from './create-run.ts'
import { failRun, runQuestions } from './run-questions.ts'

const Payload = z.object({ tenantId: TenantId, runId: QualityRunId })

/** Runs the tenant's test questions. A second attempt skips the questions that were already asked. */
export const runQuality: Job<z.output<typeof Payload>> = job({
  name: 'quality.runQuestions',
  payload: Payload,
  attempts: 2,
  // Enough for 500 questions to a slow model; an interrupted run continues with the next attempt.
  timeoutSeconds: 1800,
  concurrency: 1,
  run: (platform, { tenantId, runId }) => runQuestions(tenantOf(platform, tenantId), runId),
  onGivenUp: (platform, { tenantId, runId }) => failRun(tenantOf(platform, tenantId), runId),
})

const Changed = z.object({ tenantId: TenantId, trigger: QualityRunView.shape.trigger })

/** Starts a run after a change; many changes in a row start one run. Retried while an earlier run is still running. */
export const runAfterChange: Job<z.output<typeof Changed>> = job({
  name: 'quality.runAfterChange',
  payload: Changed,
  attempts: 20,
  retryDelaySeconds: 15,
  concurrency: 2,
  keyOf: ({ tenantId }) => tenantId,
  run: async (platform, { tenantId, trigger }) => {
    const before = platform.clock.now()
    const started = await tenantOf(platform, tenantId).tx((t) => createRun(t, trigger, null, runQuality))
    // The current run started before the change, so that some of its answers came from the old state.
    if (started && new Date(started.startedAt) < before) throw new Error('An earlier run is still running; retry later')
  },
})
