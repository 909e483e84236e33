import type { QualityRunId, TenantId } from '#contracts/ids.ts'
import type { QualityRunView } from '#contracts/quality/quality-run.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { lockTenant } from '#server/tenant/service.ts'
import { presentRun } from './present.ts'
import { countTestQuestions, deleteOldRuns, insertRun, listRuns } from './queries.ts'

const STORED_RUNS = 50

/** Creates a run and queues the given job; returns the running one if there is one. Null when there are no test questions. */
export async function createRun(
  t: Tx,
  trigger: QualityRunView['trigger'],
  startedByName: string | null,
  run: Job<{ tenantId: TenantId; runId: QualityRunId }>,
): Promise<QualityRunView | null> {
  await lockTenant(t)
  const [newest] = await listRuns(t, 1)
  if (newest?.state === 'running') return presentRun(newest)
  const total = await countTestQuestions(t)
  if (total === 0) return null
  const id = crypto.randomUUID() as QualityRunId
  const row = await insertRun(t, { id, trigger, startedByName, total })
  await deleteOldRuns(t, STORED_RUNS)
  await t.enqueue(run, { tenantId: t.tenantId, runId: id })
  return presentRun(row)
}
