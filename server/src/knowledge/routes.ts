import type { Route } from '#server/platform/route/route.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { articleRoutes } from './articles/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { faqRoutes } from './faqs/routes.ts'
import { helpAnswerRoutes } from './help-answer/routes.ts'
import { importRoutes } from './import/routes.ts'
import { plainVoteRoutes } from './plain-vote/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { starterRoutes } from './starters/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'

/** Every route of the knowledge domain: the portal's help centre, and the desk's Knowledge section. */
export const knowledgeRoutes: Route[] = [
  ...articleRoutes,
  ...starterRoutes,
  ...suggestionRoutes,
  ...helpAnswerRoutes,
  ...plainVoteRoutes,
  ...documentRoutes,
  ...profileRoutes,
  ...faqRoutes,
  ...analyticsRoutes,
  ...importRoutes,
]
