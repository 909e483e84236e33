import type { TenantId } from '#contracts/ids.ts'
import type { LoadMeasure } from '#contracts/owner/load-measure.ts'
import { readQueues } from '#server/platform/jobs/inspect.ts'
import {
  readRunningStatements,
  readSlowStatements,
  readStatementStatistics,
  readTenantLoads,
  shownSince,
} from '#server/platform/load/reads.ts'
import type { Platform } from '#server/platform/platform.ts'
import { presentQueue } from './operations.ts'
import { readTenantNames } from './queries.ts'

/** Queues as they are now, and the businesses and statements that took most in the last hour, over all processes. */
export async function readLoad(platform: Platform, by: LoadMeasure) {
  // With what this process counted a moment ago; the others add theirs within seconds.
  await platform.load.store()
  const since = shownSince(platform)
  const [queues, { tenants, total }, running, slow, statistics] = await Promise.all([
    readQueues(platform),
    readTenantLoads(platform, since, by),
    readRunningStatements(platform),
    readSlowStatements(platform, since),
    readStatementStatistics(platform),
  ])
  const names = await readTenantNames(
    platform,
    tenants.map(({ tenantId }): TenantId => tenantId),
  )
  return {
    since: since.toISOString(),
    queues: queues.map(presentQueue),
    total,
    tenants: tenants.map((one) => ({ ...one, name: names.get(one.tenantId) ?? null })),
    running,
    slow,
    statistics,
  }
}
