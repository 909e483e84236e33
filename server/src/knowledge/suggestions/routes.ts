import * as contract from '#contracts/knowledge/suggestion.ts'
import { guestRoute, type Route } from '#server/platform/route/route.ts'
import { suggestAnswers } from './reads.ts'

/** What may answer a ticket while it is written. */
export const suggestionRoutes: Route[] = [
  guestRoute(contract.suggestAnswers, async ({ tenant, body }) => ({ items: await suggestAnswers(tenant, body.text) })),
]
