import { z } from 'zod'
import { QualityRunId, TenantId } from '#contracts/ids.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { tenantOf } from '#server/platform/platform.ts'
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
