import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { recordAudit } from './audit.ts'
import { clearSessionCookie } from './cookies.ts'
import { createAccount, type NewAccount } from './create-account.ts'
import { endSession, findAccount, sessionTokenOf } from './session.ts'

/**
 * Makes a person a platform owner: `created` with a new account, or `promoted` where the e-mail has one (its password stays, its
 * sessions end). The e-mail counts as verified, since the operator gave it.
 */
export async function makePlatformOwner(
  platform: Platform,
  given: Pick<NewAccount, 'email' | 'password' | 'name'>,
): Promise<'created' | 'promoted'> {
  const email = given.email.trim().toLowerCase()
  const [existing] = await platform.db.query<{ id: string }>(
    `UPDATE auth."user" SET platform_role = 'super-admin', email_verified = true, updated_at = $2 WHERE email = $1 RETURNING id`,
    [email, platform.clock.now()],
  )
  const id = existing
    ? (existing.id as UserId)
    : await createAccount(platform, { ...given, verified: true, platformRole: 'super-admin' })
  if (existing) await signOutEverywhere(platform, id)
  await recordAudit(platform, {
    action: 'owner_created',
    actor: { kind: 'system' },
    address: null,
    requestId: null,
    detail: { userId: id, email },
  })
  return existing ? 'promoted' : 'created'
}

/** Ends all sessions of a person, and so their live streams: after a change of password, role or membership, and when the account is disabled. */
export async function signOutEverywhere(platform: Platform, userId: UserId): Promise<void> {
  await platform.db.query('DELETE FROM auth.session WHERE user_id = $1', [userId])
}

/**
 * Ends the session of this request; sessions on other devices stay. The end of a session
 * closes all live streams of its person: those of the other devices reconnect at once, this session's is refused.
 */
export async function signOut(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = sessionTokenOf(platform, request)
  const account = token && (await findAccount(platform, token))
  if (token) await endSession(platform, token)
  clearSessionCookie(platform, reply)
  // Not "cookies" and "storage": the portals of this origin store a guest's session and unsent messages there. The desk removes its entries itself.
  reply.header('clear-site-data', '"cache"')
  if (!account) return
  await recordAudit(platform, {
    action: 'sign_out',
    actor: { kind: 'member', id: account.userId, email: account.email },
    tenantId: account.membership?.tenantId ?? null,
    address: request.ip,
    requestId: request.id,
  })
}
