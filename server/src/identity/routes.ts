import { beginProviderSignIn, completeProviderSignIn, getSignInOptions } from '#contracts/identity/provider-sign-in.ts'
import { confirmSignIn, getSession, signIn, signOut, switchTenant } from '#contracts/identity/session.ts'
import { signInWithCode } from '#contracts/identity/two-factor.ts'
import { accountRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { accountRoutes } from './account-routes.ts'
import { presentSession } from './present.ts'
import * as identity from './service.ts'

export const identityRoutes: Route[] = [
  ...accountRoutes,
  publicRoute(getSession, async (c) =>
    presentSession(c.platform, await identity.currentSession(c.platform, c.request, c.reply)),
  ),
  publicRoute(signIn, async (c) => {
    const { account, cookies } = await identity.signIn(c.platform, c.request, c.body)
    identity.setCookies(c.reply, cookies)
    return { ...(await presentSession(c.platform, account)), isCodeNeeded: account === null }
  }),
  publicRoute(getSignInOptions, async (c) => {
    const { openId } = c.platform.config
    return { provider: openId && { name: openId.name } }
  }),
  publicRoute(beginProviderSignIn, async (c) => {
    const { url, cookie } = await identity.beginProviderSignIn(c.platform, c.request, c.body)
    identity.setCookies(c.reply, [cookie])
    return { url }
  }),
  publicRoute(completeProviderSignIn, async (c) => {
    const { account, cookies, ...rest } = await identity.completeProviderSignIn(c.platform, c.request, c.body)
    identity.setCookies(c.reply, cookies)
    return { ...(await presentSession(c.platform, account)), ...rest }
  }),
  publicRoute(signInWithCode, async (c) => {
    const { account, cookies } = await identity.signInWithCode(c.platform, c.request, c.body.code)
    identity.setCookies(c.reply, cookies)
    return presentSession(c.platform, account)
  }),
  publicRoute(signOut, async (c) => {
    await identity.signOut(c.platform, c.request, c.reply)
    return { signedOut: true as const }
  }),
  accountRoute(switchTenant, async (c) => {
    await identity.switchTenant(c.platform, c.request, c.actor, c.body.tenantId)
    return presentSession(c.platform, await identity.currentSession(c.platform, c.request, c.reply))
  }),
  accountRoute(confirmSignIn, async (c) => {
    await identity.confirmSignIn(c.platform, c.request, c.actor, c.body.password)
    return { isConfirmed: true as const }
  }),
]
