import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { recordAudit } from './audit.ts'
import { roleOfAccount } from './authenticators.ts'
import { type DeviceOwner, rememberDevice } from './known-device.ts'
import { findEndedMembership } from './memberships.ts'
import { mayUseBusinessLogin } from './policy.ts'
import { refusals } from './refusals.ts'
import { type Account, endSessionById } from './session.ts'
import { type StartedSession, startSession } from './start-session.ts'

export type Portal = 'business' | 'customer'
/** How a sign-in was completed, for the audit log. */
export type SignInWay = 'password' | 'app_code' | 'recovery_code' | 'provider' | 'mail_code'
/** After the proof of who signs in: checks that this person may use this login. A session refused here ends before the reply is sent. */
export async function finishSignIn(
  platform: Platform,
  request: FastifyRequest,
  given: { userId: UserId; portal: Portal; owner: DeviceOwner | null; how: SignInWay },
): Promise<StartedSession> {
  const { account, cookies } = await startSession(platform, request, given.userId)
  const isAllowed = given.portal === 'customer' || (await isForBusinesses(platform, account))
  if (!isAllowed) await endSessionById(platform, account.sessionId)
  await recordAudit(platform, {
    action: isAllowed ? 'sign_in' : 'sign_in_denied',
    actor: { kind: 'member', id: account.userId, email: account.email },
    tenantId: account.membership?.tenantId ?? null,
    address: request.ip,
    requestId: request.id,
    detail: { portal: given.portal, how: given.how, ...(isAllowed ? {} : { reason: 'wrong_portal' }) },
  })
  if (!isAllowed) throw refusals.wrong_portal()
  return { account, cookies: [...cookies, ...(given.owner ? [rememberDevice(platform, request, given.owner)] : [])] }
}

/** Besides those with a role: who still has to set up a business, and who must be shown that theirs is suspended. */
async function isForBusinesses(platform: Platform, account: Account): Promise<boolean> {
  if (mayUseBusinessLogin(roleOfAccount(platform, account)) || account.needsOnboarding) return true
  return (await findEndedMembership(platform, account.userId))?.reason === 'suspended'
}
