import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contracts/endpoint.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { forbidden } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { perMinute } from './budgets.ts'
import { assertWithin, type RateLimiter } from './rates.ts'

/** Who an API key acts for, and how many requests a minute it may send. */
export type KeyCaller = { actor: Member; tenant: Tenant; sessionEndsAt: Date; perMinute: number }

export const isKeyCaller = (caller: object): caller is KeyCaller => 'perMinute' in caller

const BEARER = /^bearer +(segue_[\w-]{20,100})$/i

/** The API key of a request; null without one. Guests send other bearer tokens. */
export const apiKeyOf = (request: FastifyRequest): string | null =>
  BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null

/** Counts a request of a key and tells it in the headers what is left. Throws rate_limited. */
export function countKeyRequest(
  limiter: RateLimiter,
  reply: FastifyReply,
  { actor, perMinute: limit }: KeyCaller,
): void {
  const decision = limiter.consumeShared('API keys', actor.key?.id ?? actor.userId, perMinute(limit), 1)
  const { units, resetSeconds } = decision.left
  reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(units),
    'ratelimit-reset': String(resetSeconds),
  })
  assertWithin(decision)
}

/** Throws forbidden where no key reaches the endpoint, or this one lacks the scope. */
export function requireScope({ scope }: Endpoint, { actor }: KeyCaller): void {
  if (scope === null) throw forbidden(m.error_api_key_endpoint, { reason: 'api_key_endpoint' })
  if (scope === 'any' || actor.key?.scopes.includes(scope)) return
  throw forbidden(text(m.error_api_key_scope, { scope }), { reason: 'api_key_scope' })
}
