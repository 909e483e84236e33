import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { authOf, REFRESH_SECONDS, SESSION_SECONDS } from './auth.ts'
import { clearSessionCookie, hasCookie, setCookies } from './cookies.ts'
import { type Account, findAccount, sessionTokenOf } from './session.ts'

/**
 * The signed-in person of a request, or null. Prolongs a session in use once a day; removes a cookie whose session has ended.
 */
export async function currentSession(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Account | null> {
  const token = sessionTokenOf(platform, request)
  const account = token ? await findAccount(platform, token) : null
  if (!account) {
    if (hasCookie(platform, request)) clearSessionCookie(platform, reply)
    return null
  }
  const leftMs = account.sessionExpiresAt.getTime() - platform.clock.now().getTime()
  if (leftMs <= (SESSION_SECONDS - REFRESH_SECONDS) * 1000) await prolongSession(platform, request, reply)
  return account
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
