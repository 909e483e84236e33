export {
  accountByEmail,
  clearOnboarding,
  finishOnboarding,
  markEmailVerifiedIn,
  maySignInByMail,
} from './accounts.ts'
export { changeAppearance, listAvatars, removeAvatar, sendAvatar, uploadAvatar } from './appearance.ts'
export { type Origin, recordAudit, recordAuditIn } from './audit.ts'
export { accountAuthenticator, memberAuthenticator, ownerAuthenticator } from './authenticators.ts'
export { makePlatformOwner, signOut, signOutEverywhere } from './commands.ts'
export { setCookies } from './cookies.ts'
export {
  createAccount,
  createAccountIn,
  type HashedPassword,
  hashNewPassword,
  type NewAccount,
} from './create-account.ts'
export { recordDenial } from './denials.ts'
export { confirmEmail, requestEmailChange, sendVerification } from './email-verification.ts'
export { finishSignIn } from './finish-sign-in.ts'
export { confirmSignIn, requireFreshSignIn } from './fresh-sign-in.ts'
export { anyKnownDevice } from './known-device.ts'
export { bindSession, isMemberOf, switchTenant } from './memberships.ts'
export { accountOfMovedMember } from './moved-account.ts'
export { beginProviderSignIn, completeProviderSignIn } from './openid/sign-in.ts'
export { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'
export { requestPasswordReset, resetPassword } from './password-reset.ts'
export { changeProfile, getOwnAccount } from './profile.ts'
export { proveEmailIn } from './prove-email.ts'
export { currentSession, hasSessionCookie } from './reads.ts'
export { type Account, readAccount } from './session.ts'
export { changePassword } from './set-password.ts'
export { signIn } from './sign-in.ts'
export { type StartedSession, startSession } from './start-session.ts'
export { disableTwoFactor, enableTwoFactor, renewRecoveryCodes, setUpTwoFactor } from './two-factor/commands.ts'
export { signInWithCode } from './two-factor/second-step.ts'
