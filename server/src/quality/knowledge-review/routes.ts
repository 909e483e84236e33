import * as contract from '#contracts/quality/knowledge-review.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { setConflictStatus, setStaleStatus } from './commands.ts'
import { listKnowledgeConflicts, listStaleEntries, listTold, readReviewCounts } from './reads.ts'

/** What was found in the knowledge that a person should look at. */
export const knowledgeReviewRoutes: Route[] = [
  memberRoute(contract.listKnowledgeConflicts, (c) => listKnowledgeConflicts(c.tenant, c.actor, c.query)),
  memberRoute(contract.getReviewCounts, (c) => readReviewCounts(c.tenant)),
  memberRoute(contract.setConflictStatus, (c) =>
    setConflictStatus(c.tenant, c.actor, c.params.knowledgeConflictId, c.body.status),
  ),
  memberRoute(contract.listTold, (c) => listTold(c.tenant, c.params.knowledgeConflictId)),
  memberRoute(contract.listStaleEntries, (c) => listStaleEntries(c.tenant, c.actor, c.query)),
  memberRoute(contract.setStaleStatus, (c) => setStaleStatus(c.tenant, c.actor, c.params.staleEntryId, c.body.status)),
]
