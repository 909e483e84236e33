import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { recordAudit } from './audit.ts'
import { authOf, cookieOf, REFRESH_SECONDS, SESSION_SECONDS } from './auth.ts'
import { type Account, endSession, findAccount, sessionTokenOf } from './session.ts'

export { makePlatformOwner, type NewAccount, signUpAccount } from './accounts.ts'
export { memberAuthenticator, ownerAuthenticator } from './authenticators.ts'
export { signIn } from './sign-in.ts'

/**
 * Who is signed in here, for the screen that asks when it opens. A session in use is prolonged once a day; a cookie whose session
 * is gone is taken away.
 */
export async function currentSession(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Account | null> {
  const token = sessionTokenOf(platform, request)
  const account = token ? await findAccount(platform, token) : null
  if (!account) {
    if (request.cookies[cookieOf(platform).name] !== undefined) dropCookie(platform, reply)
    return null
  }
  const leftMs = account.sessionExpiresAt.getTime() - platform.clock.now().getTime()
  if (leftMs <= (SESSION_SECONDS - REFRESH_SECONDS) * 1000) await prolong(platform, request, reply)
  return account
}

/** Whether a request carries a session cookie of ours, without asking whether its session still lives. */
export const hasSessionCookie = (platform: Platform, request: FastifyRequest): boolean =>
  sessionTokenOf(platform, request) !== null

async function prolong(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  try {
    const answer = await authOf(platform).api.getSession({ headers, returnHeaders: true })
    setCookieLines(reply, answer.headers.getSetCookie())
  } catch (error) {
    throw unavailable(error)
  }
}

/** Passes the cookie lines of the sign-in library on. */
export const setCookieLines = (reply: FastifyReply, lines: string[]): void => {
  for (const line of lines) reply.header('set-cookie', line)
}

const dropCookie = (platform: Platform, reply: FastifyReply): void => {
  const { name, secure } = cookieOf(platform)
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure })
}

/**
 * Ends this session; those on other devices stay. Open live streams are known by person, not by session, so all of theirs are cut:
 * the other devices' streams come back by themselves within a moment, this one's is refused.
 */
export async function signOut(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = sessionTokenOf(platform, request)
  const account = token && (await findAccount(platform, token))
  if (token) await endSession(platform, token)
  dropCookie(platform, reply)
  if (!account) return
  await platform.live.revoke({ userId: account.userId })
  await recordAudit(platform, {
    action: 'sign_out',
    actor: { kind: 'member', id: account.userId, email: account.email },
    tenantId: account.membership?.tenantId ?? null,
    address: request.ip,
    requestId: request.id,
  })
}
