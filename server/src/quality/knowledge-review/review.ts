import { type EntryMark, listEntryMarks, publishKnowledge } from '#server/knowledge/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { reportError } from '#server/platform/system-errors/report-error.ts'
import { findChanges, forgetEntries, storeCompared } from './compared.ts'
import { listConflictsOf, replaceConflictsOf } from './conflict-queries.ts'
import { type ConflictFinder, createConflictFinder } from './find-conflicts.ts'
import { reviewPages } from './pages.ts'
import { findFollowed, findUnused, replaceStale, UNUSED_DAYS } from './stale-queries.ts'

/** So many entries are compared in one run; another run goes on with the rest. */
const ENTRIES_OF_RUN = 200
/** A run ends after this time, and another one goes on. */
const RUN_MS = 5 * 60_000
const DAY_MS = 86_400_000

/**
 * Compares the entries of a business that changed since they were last compared with those that say the like, at most 200 of them, and
 * stores the contradictions. Gives how many are left. Must not be called inside a transaction.
 */
export async function compareChanged(tenant: Tenant): Promise<number> {
  const { changed, gone } = await tenant.read(findChanges)
  await tenant.tx(async (t) => {
    if (await forgetEntries(t, gone)) publishKnowledge(t, 'review')
  })
  if (changed.length === 0) return 0
  const finder = await createConflictFinder(tenant)
  const until = Date.now() + RUN_MS
  let done = 0
  for (const entry of changed.slice(0, ENTRIES_OF_RUN)) {
    // At least one, so that the entries of a business come to their end.
    if (done > 0 && Date.now() > until) break
    await compareOne(tenant, finder, entry)
    done += 1
  }
  return changed.length - done
}

/** One that fails is as if it had been compared, until it changes: it keeps no other one back. */
async function compareOne(tenant: Tenant, finder: ConflictFinder, entry: EntryMark): Promise<void> {
  const known = await tenant.read((t) => listConflictsOf(t, entry.id))
  const found = await finder.find(entry, known).catch((error: unknown) => {
    tenant.platform.log.warn({ err: error, tenantId: tenant.id, entry: entry.id }, 'an entry could not be compared')
    reportError(tenant.platform, { source: 'quality.reviewKnowledge', error })
    return null
  })
  await tenant.tx(async (t) => {
    const isChanged = found !== null && (await replaceConflictsOf(t, entry.id, found))
    await storeCompared(t, entry)
    if (isChanged) publishKnowledge(t, 'review')
  })
}

/** Finds the entries of a business that may be out of date: by how they were used, and by their pages. */
export async function reviewStale(tenant: Tenant): Promise<void> {
  await tenant.tx(async (t) => {
    const marks = await listEntryMarks(t)
    const since = new Date(t.now.getTime() - UNUSED_DAYS * DAY_MS)
    const given = [marks.map(({ kind }) => kind), marks.map(({ id }) => id), marks.map(({ mark }) => mark), since]
    const found = [...(await findUnused(t, given)), ...(await findFollowed(t, given))]
    if (await replaceStale(t, ['never_used', 'always_person'], found)) publishKnowledge(t, 'review')
    await t.sql(
      `INSERT INTO knowledge_review (tenant_id, reviewed_at) VALUES ($1, $2)
       ON CONFLICT (tenant_id) DO UPDATE SET reviewed_at = excluded.reviewed_at`,
      [t.tenantId, t.now],
    )
  })
  if (await reviewPages(tenant)) await tenant.tx(async (t) => publishKnowledge(t, 'review'))
}
