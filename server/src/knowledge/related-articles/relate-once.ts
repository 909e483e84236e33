import type { TenantId } from '#contracts/ids.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { queueRelating } from './jobs.ts'
import { hasRelatedArticles } from './queries.ts'

/** The businesses that this process has looked at: where no two articles are alike, nothing is stored that would say so. */
const lookedAt = processState('businesses whose related articles were looked at', () => new Set<TenantId>())

/**
 * Has the related articles of a business computed whose articles were published before related ones were known: by a job, at the first reading
 * in a process of an article that has none. Never fails: an article reads the same without them.
 */
export async function relateOnce(tenant: Tenant): Promise<void> {
  const { platform } = tenant
  const known = platform.state(lookedAt)
  if (known.has(tenant.id)) return
  known.add(tenant.id)
  try {
    if (!(await tenant.read(hasRelatedArticles))) await tenant.tx(queueRelating)
  } catch (error) {
    platform.log.warn(
      { err: error },
      'the related articles of a business could not be looked at; the next reader tries again',
    )
    known.delete(tenant.id)
  }
}
