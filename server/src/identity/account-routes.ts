import {
  changeEmail,
  changePassword,
  changeProfile,
  confirmEmailAddress,
  endOtherSessions,
  endOwnSession,
  getAccount,
  listOwnSessions,
  requestPasswordReset,
  resetPassword,
  sendVerificationMail,
} from '#contracts/identity/account.ts'
import * as look from '#contracts/identity/appearance.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '#contracts/identity/two-factor.ts'
import { accountRoute, memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import * as identity from './service.ts'

const done = { isDone: true as const }

/** What a signed-in person does with their own account, and the links of its mails. */
export const accountRoutes: Route[] = [
  accountRoute(getAccount, (c) => identity.getOwnAccount(c.platform, c.actor)),
  accountRoute(changeProfile, async (c) => {
    await identity.changeProfile(c.platform, c.actor, c.body)
    return identity.getOwnAccount(c.platform, c.actor)
  }),
  accountRoute(look.changeAppearance, (c) => identity.changeAppearance(c.platform, c.actor, c.body)),
  accountRoute(look.uploadAvatar, (c) => identity.uploadAvatar(c.platform, c.actor, c.request)),
  accountRoute(look.removeAvatar, (c) => identity.removeAvatar(c.platform, c.actor)),
  accountRoute(look.readAvatar, (c) => identity.sendAvatar(c.platform, c, c.actor, c.params.userId)),
  memberRoute(look.listAvatars, (c) => identity.listAvatars(c.tenant)),
  accountRoute(changePassword, async (c) => {
    await identity.changePassword(c.platform, c.request, c.actor, c.body)
    return done
  }),
  accountRoute(changeEmail, async (c) => {
    await identity.requestEmailChange(c.platform, c.request, c.actor, c.body.email)
    return done
  }),
  accountRoute(sendVerificationMail, async (c) => {
    await identity.sendVerification(c.platform, c.actor.userId)
    return done
  }),
  publicRoute(confirmEmailAddress, (c) => identity.confirmEmail(c.platform, c.request, c.body.linkToken)),
  publicRoute(requestPasswordReset, async (c) => {
    await identity.requestPasswordReset(c.platform, c.request, c.body.email)
    return done
  }),
  publicRoute(resetPassword, async (c) => {
    await identity.resetPassword(c.platform, c.request, c.body)
    return done
  }),
  accountRoute(listOwnSessions, async (c) => ({ items: await identity.listOwnSessions(c.platform, c.actor) })),
  accountRoute(endOwnSession, async (c) => {
    await identity.endOwnSession(c.platform, c.request, c.actor, c.params.sessionId)
    return done
  }),
  accountRoute(endOtherSessions, async (c) => ({
    ended: await identity.endOtherSessions(c.platform, c.request, c.actor),
  })),
  accountRoute(setUpTwoFactor, (c) => identity.setUpTwoFactor(c.platform, c.request, c.actor)),
  accountRoute(enableTwoFactor, async (c) => ({
    recoveryCodes: await identity.enableTwoFactor(c.platform, c.request, c.actor, c.body.code),
  })),
  accountRoute(renewRecoveryCodes, async (c) => ({
    recoveryCodes: await identity.renewRecoveryCodes(c.platform, c.request, c.actor, c.body.code),
  })),
  accountRoute(disableTwoFactor, async (c) => {
    await identity.disableTwoFactor(c.platform, c.request, c.actor)
    return done
  }),
]
