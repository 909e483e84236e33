import { getSession, signIn, signOut } from '#contracts/identity/session.ts'
import { publicRoute, type Route } from '#server/platform/route/route.ts'
import { presentSession } from './present.ts'
import * as identity from './service.ts'

export const identityRoutes: Route[] = [
  publicRoute(getSession, async (c) =>
    presentSession(c.platform, await identity.currentSession(c.platform, c.request, c.reply)),
  ),
  publicRoute(signIn, async (c) => {
    const { account, cookies } = await identity.signIn(c.platform, c.request, c.body)
    identity.setCookies(c.reply, cookies)
    return presentSession(c.platform, account)
  }),
  publicRoute(signOut, async (c) => {
    await identity.signOut(c.platform, c.request, c.reply)
    return { signedOut: true as const }
  }),
]
