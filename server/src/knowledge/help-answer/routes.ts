import * as contract from '#contracts/knowledge/help-answer.ts'
import { publicRoute, type Route } from '#server/platform/route/route.ts'
import { getActivePortal } from '#server/tenant/service.ts'
import { findHelpAnswer } from './reads.ts'

/** The answer above the results of a search in the help center. */
export const helpAnswerRoutes: Route[] = [
  publicRoute(contract.findHelpAnswer, async ({ platform, params, query }) => ({
    answer: await findHelpAnswer((await getActivePortal(platform, params.slug)).tenant, query.search),
  })),
]
