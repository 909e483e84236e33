import type { QualityRunId, TenantId } from '#contracts/ids.ts'
import type { QualityRunView } from '#contracts/quality/quality.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { lockTenant } from '#server/tenant/service.ts'
import { presentRun } from './present.ts'
import { countQuestions, dropOldRuns, insertRun, listRuns } from './queries.ts'

const KEPT_RUNS = 50

/** Begins a run by the given job; while one is under way, gives that one. Null where there are no test questions. */
export async function begin(
  t: Tx,
  trigger: QualityRunView['trigger'],
  startedByName: string | null,
  run: Job<{ tenantId: TenantId; runId: QualityRunId }>,
): Promise<QualityRunView | null> {
  await lockTenant(t)
  const [newest] = await listRuns(t, 1)
  if (newest?.state === 'running') return presentRun(newest)
  const total = await countQuestions(t)
  if (total === 0) return null
  const id = crypto.randomUUID() as QualityRunId
  const row = await insertRun(t, { id, trigger, startedByName, total })
  await dropOldRuns(t, KEPT_RUNS)
  await t.enqueue(run, { tenantId: t.tenantId, runId: id })
  return presentRun(row)
}
