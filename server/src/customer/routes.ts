import { startGuestSession } from '#contracts/customer/guest-session.ts'
import { publicRoute, type Route } from '#server/platform/route/route.ts'
import * as sessions from './guest-session.ts'

export const customerRoutes: Route[] = [
  publicRoute(startGuestSession, (c) =>
    sessions.startGuestSession(c.platform, c.request, c.reply, { slug: c.params.slug, bearer: c.body.bearer }),
  ),
]
