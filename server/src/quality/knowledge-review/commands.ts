import type { KnowledgeConflictId, StaleEntryId } from '#contracts/ids.ts'
import type { KnowledgeConflictView, ReviewStatus, StaleEntryView } from '#contracts/quality/knowledge-review.ts'
import { EDIT_KNOWLEDGE, publishKnowledge } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { updateConflict } from './conflict-queries.ts'
import { getConflict, presentConflicts, presentStale } from './reads.ts'
import { updateStaleStatus } from './stale-queries.ts'

/** Dismisses a contradiction until one of its sentences changes, or opens it again. Throws not_found, forbidden. */
export const setConflictStatus = (
  tenant: Tenant,
  actor: Member,
  id: KnowledgeConflictId,
  status: ReviewStatus,
): Promise<KnowledgeConflictView> =>
  tenant.tx(async (t) => {
    const row = await getConflict(t, id)
    requireRole(actor, EDIT_KNOWLEDGE)
    const by =
      status === 'open'
        ? { dismissedBy: null, dismissedByName: null }
        : { dismissedBy: actor.userId, dismissedByName: actor.name }
    await updateConflict(t, id, { status, ...by })
    publishKnowledge(t, 'review')
    const [view] = await presentConflicts(t, [{ ...row, status, ...by }])
    return view!
  })

/** Dismisses a finding until its entry changes, or opens it again. Throws not_found, forbidden. */
export const setStaleStatus = (
  tenant: Tenant,
  actor: Member,
  id: StaleEntryId,
  status: ReviewStatus,
): Promise<StaleEntryView> =>
  tenant.tx(async (t) => {
    const row = await updateStaleStatus(t, id, status)
    if (!row) throw notFound('entry')
    requireRole(actor, EDIT_KNOWLEDGE)
    publishKnowledge(t, 'review')
    const [view] = await presentStale(t, [row])
    return view!
  })
