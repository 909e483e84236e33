import { getKnowledgeAnalytics } from '#contracts/knowledge/analytics.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { readKnowledgeAnalytics } from './reads.ts'

/** Knowledge analytics on the desk. */
export const analyticsRoutes: Route[] = [
  memberRoute(getKnowledgeAnalytics, (c) => readKnowledgeAnalytics(c.tenant, c.query.period)),
]
