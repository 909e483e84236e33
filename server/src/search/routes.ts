import { searchDesk } from '#contracts/search/search.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { search } from './search.ts'

export const searchRoutes: Route[] = [memberRoute(searchDesk, (c) => search(c.tenant, c.actor, c.query.words))]
