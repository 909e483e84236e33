import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { authOf, REFRESH_SECONDS, SESSION_SECONDS } from './auth.ts'
import { clearSessionCookie, hasCookie, setCookies } from './cookies.ts'
import { type Account, findAccount, sessionTokenOf } from './session.ts'

/** How old the time of a session's last use may be, since it is written only so often. */
const SEEN_MS = 5 * 60_000

/**
 * The signed-in person of a request, or null. Prolongs a session in use once a day; removes a cookie whose session has ended. A session
 * whose business is over works for the person's first one from here on, because this is asked when a page is opened; one whose support
 * access is over for none, until the person chooses (`switchTenant`), and one whose only business was deleted keeps naming that.
 */
export async function currentSession(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Account | null> {
  const token = sessionTokenOf(platform, request)
  const found = token ? await findAccount(platform, token) : null
  const account = token && found && !found.membership ? await inFirstTenant(platform, token, found) : found
  if (!account) {
    if (hasCookie(platform, request)) clearSessionCookie(platform, reply)
    return null
  }
  const now = platform.clock.now()
  if (now.getTime() - account.lastSeenAt.getTime() > SEEN_MS) {
    await platform.db.query('UPDATE auth.session SET last_seen_at = $2 WHERE id = $1', [account.sessionId, now])
  }
  const leftMs = account.sessionExpiresAt.getTime() - now.getTime()
  if (leftMs <= (SESSION_SECONDS - REFRESH_SECONDS) * 1000) await prolongSession(platform, request, reply)
  return account
}

async function inFirstTenant(platform: Platform, token: string, account: Account): Promise<Account | null> {
  const changed = await platform.db.query(
    `UPDATE auth.session SET tenant_id = NULL WHERE id = $1 AND tenant_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM ended_support_of(id, $2)) AND NOT EXISTS (SELECT 1 FROM deleted_tenant_of(id)) RETURNING id`,
    [account.sessionId, platform.clock.now()],
  )
  return changed.length > 0 ? findAccount(platform, token) : account
}

/** Whether a request carries a session cookie with our signature. Does not check that its session still exists. */
export const hasSessionCookie = (platform: Platform, request: FastifyRequest): boolean =>
  sessionTokenOf(platform, request) !== null

async function prolongSession(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  try {
    const answer = await authOf(platform).api.getSession({ headers, returnHeaders: true })
    setCookies(reply, answer.headers.getSetCookie())
  } catch (error) {
    throw unavailable(error)
  }
}
