import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#server/platform/platform.ts'
import { cookieOf } from './auth.ts'

export const hasCookie = (platform: Platform, request: FastifyRequest): boolean =>
  request.cookies[cookieOf(platform).name] !== undefined

/** Sends the set-cookie headers that the sign-in library made. */
export const setCookies = (reply: FastifyReply, cookies: string[]): void => {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
}

export const clearSessionCookie = (platform: Platform, reply: FastifyReply): void => {
  const { name, secure } = cookieOf(platform)
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure })
}
