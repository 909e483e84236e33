import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { recordAudit } from './audit.ts'
import { roleOfAccount } from './authenticators.ts'
import { type DeviceOwner, rememberDevice } from './known-device.ts'
import { findEndedMembership, isCustomerAnywhere } from './memberships.ts'
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
  const refusal = given.portal === 'customer' ? null : await refusalForBusinesses(platform, account)
  if (refusal) await endSessionById(platform, account.sessionId)
  await recordAudit(platform, {
    action: refusal ? 'sign_in_denied' : 'sign_in',
    actor: { kind: 'member', id: account.userId, email: account.email },
    tenantId: account.membership?.tenantId ?? null,
    address: request.ip,
    requestId: request.id,
    detail: { portal: given.portal, how: given.how, ...(refusal ? { reason: refusal } : {}) },
  })
  if (refusal) throw refusals[refusal]()
  return { account, cookies: [...cookies, ...(given.owner ? [rememberDevice(platform, request, given.owner)] : [])] }
}

/**
 * Null for those with a role, who still has to set up a business, and who must be shown that theirs is suspended. An account that neither
 * works for a business nor is a customer of one, as after its business was deleted, has no profile.
 */
async function refusalForBusinesses(
  platform: Platform,
  account: Account,
): Promise<'wrong_portal' | 'no_profile' | null> {
  if (mayUseBusinessLogin(roleOfAccount(platform, account)) || account.needsOnboarding) return null
  const ended = await findEndedMembership(platform, account.userId)
  if (ended) return ended.reason === 'suspended' ? null : 'wrong_portal'
  return (await isCustomerAnywhere(platform, account.userId)) ? 'wrong_portal' : 'no_profile'
}
