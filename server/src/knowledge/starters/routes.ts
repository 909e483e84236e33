import { getStarters } from '#contracts/knowledge/starter.ts'
import { acceptedLanguages } from '#contracts/languages.ts'
import { publicRoute, type Route } from '#server/platform/route/route.ts'
import { getActivePortal } from '#server/tenant/service.ts'
import { readStarters } from './reads.ts'

/** What the portal offers before anything is asked. */
export const starterRoutes: Route[] = [
  publicRoute(getStarters, async ({ platform, request, params }) =>
    readStarters(
      (await getActivePortal(platform, params.slug)).tenant,
      acceptedLanguages(request.headers['accept-language']),
    ),
  ),
]
