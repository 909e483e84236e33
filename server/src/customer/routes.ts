import { enterPortal, requestCustomerCode, signInWithCustomerCode } from '#contracts/customer/customer-account.ts'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import { setCookies } from '#server/identity/service.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { guestRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import * as accounts from './account/sign-in.ts'
import * as sessions from './guest-session.ts'

export const customerRoutes: Route[] = [
  publicRoute(startGuestSession, (c) =>
    sessions.startGuestSession(c.platform, c.request, c.reply, { slug: c.params.slug, bearer: c.body.bearer }),
  ),
  guestRoute(requestCustomerCode, async (c) => {
    await accounts.requestCode(c.tenant, c.body.email, languageOf(c.request))
    return { sent: true } as const
  }),
  guestRoute(signInWithCustomerCode, async (c) => {
    setCookies(c.reply, (await accounts.signInWithCode(c.tenant, c.request, c.actor, c.body)).cookies)
    return { signedIn: true } as const
  }),
  guestRoute(enterPortal, async (c) => {
    await accounts.enter(c.tenant, c.request, c.actor)
    return { entered: true } as const
  }),
]
