import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { accountByEmail, type KnownAccount } from './accounts.ts'
import { recordAudit } from './audit.ts'
import { clearSessionCookie } from './cookies.ts'
import { createAccount, hashNewPassword, type NewAccount } from './create-account.ts'
import { proveEmailIn } from './prove-email.ts'
import { endSession, findAccount, sessionTokenOf } from './session.ts'
import { inTransaction } from './transaction.ts'

/**
 * Makes a person a platform owner: `created` with the given password, or `promoted` where an account has proved the e-mail (its password
 * stays, its sessions end). The e-mail counts as verified, since the operator gave it: an account that had not proved it may be a stranger's, and keeps nothing.
 */
export async function makePlatformOwner(
  platform: Platform,
  given: Pick<NewAccount, 'email' | 'password' | 'name'>,
): Promise<'created' | 'promoted'> {
  const email = given.email.trim().toLowerCase()
  const existing = await accountByEmail(platform, email)
  const userId =
    existing?.userId ?? (await createAccount(platform, { ...given, verified: true, platformRole: 'super-admin' }))
  const isPromoted = existing !== null && !(await promote(platform, existing, given))
  await recordAudit(platform, {
    action: 'owner_created',
    actor: { kind: 'system' },
    address: null,
    requestId: null,
    detail: { userId, email },
  })
  return isPromoted ? 'promoted' : 'created'
}

/** Gives the role to an account, and whether this was the first proof of its address. */
async function promote(
  platform: Platform,
  { userId, email, emailVerified }: KnownAccount,
  given: Pick<NewAccount, 'password' | 'name'>,
): Promise<boolean> {
  const password = emailVerified ? null : await hashNewPassword(platform, given.password, { ...given, email })
  const [now, origin] = [platform.clock.now(), { address: null, requestId: null }]
  return inTransaction(platform, async (t) => {
    const isFirst = await proveEmailIn(t, { ...given, userId, email, by: 'operator', password, now, origin })
    await t.sql(`UPDATE auth."user" SET platform_role = 'super-admin', updated_at = $2 WHERE id = $1`, [userId, now])
    await t.sql('DELETE FROM auth.session WHERE user_id = $1', [userId])
    return isFirst
  })
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
  // Not "cookies" and "storage": the portals of this origin store a guest's session there. The pages remove their entries themselves.
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
