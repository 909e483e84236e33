import { isAPIError } from 'better-auth/api'
import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import { unavailable } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { authOf, cookieOf, SESSION_SECONDS, USER_DISABLED } from './auth.ts'
import { refusals } from './refusals.ts'
import { type Account, endSession, findAccount, sessionTokenOf, signToken } from './session.ts'

/** A started session: its account, and the set-cookie headers that give it to the browser (`setCookies`). */
export type StartedSession = { account: Account; cookies: string[] }

/** Longer texts are no names of browsers. */
const MAX_USER_AGENT = 300

/**
 * Signs in a person who has proved who they are. An earlier session of the same browser ends. Throws forbidden (reason `user_disabled`)
 * for a disabled account.
 */
export async function startSession(
  platform: Platform,
  request: FastifyRequest,
  userId: UserId,
): Promise<StartedSession> {
  const earlier = sessionTokenOf(platform, request)
  const token = await createSession(platform, request, userId)
  if (earlier) await endSession(platform, earlier)
  const account = await findAccount(platform, token)
  if (!account) throw unavailable()
  return { account, cookies: [sessionCookie(platform, request, token)] }
}

async function createSession(platform: Platform, request: FastifyRequest, userId: UserId): Promise<string> {
  const now = platform.clock.now()
  try {
    const context = await authOf(platform).$context
    const session = await context.internalAdapter.createSession(userId, undefined, {
      ipAddress: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? '',
      signedInAt: now,
      lastSeenAt: now,
    })
    return session.token
  } catch (error) {
    if (isAPIError(error) && error.body?.code === USER_DISABLED) throw refusals.user_disabled()
    throw unavailable(error)
  }
}

function sessionCookie(platform: Platform, request: FastifyRequest, token: string): string {
  const { name, secure } = cookieOf(platform)
  return request.server.serializeCookie(name, signToken(platform, token), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: SESSION_SECONDS,
  })
}
