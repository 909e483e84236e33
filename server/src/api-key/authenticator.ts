import type { FastifyRequest } from 'fastify'
import type { EndpointScope } from '#contracts/endpoint.ts'
import type { MemberRole } from '#contracts/identity/role.ts'
import * as m from '#i18n/messages.js'
import { apiAllowance, lacksFeature } from '#server/billing/service.ts'
import { AppError, forbidden } from '#server/platform/errors.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import type { KeyCaller } from '#server/platform/route/api-keys.ts'
import { hashToken } from '#server/platform/secrets/tokens.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { noteUse } from './last-use.ts'
import { mayPassOn, ROLE_OF_SCOPE } from './policy.ts'
import { type FoundKey, findKeyByHash } from './queries.ts'

/**
 * Authenticates a program by its API key: it acts for the member who made the key, with the least role that the endpoint's scope needs.
 * Read anew for each request, so that a revoked key is refused at once. Throws unauthenticated for a key that does not work, each with
 * its own sentence, and plan_limit where the plan has no access to the API.
 */
export const apiKeyAuthenticator =
  (platform: Platform) =>
  async (_request: FastifyRequest, key: string, scope: EndpointScope): Promise<KeyCaller> => {
    const found = await findKeyByHash(platform, hashToken(key))
    if (!found) throw refused('unknown', m.error_api_key_unknown)
    const now = platform.clock.now()
    if (found.revoked_at) throw refused('revoked', m.error_api_key_revoked)
    if (found.expires_at && found.expires_at <= now) {
      throw refused('expired', text(m.error_api_key_expired, { day: found.expires_at.toISOString().slice(0, 10) }))
    }
    const role = roleFor(found, scope)
    if (!found.is_active) throw forbidden(m.error_api_key_suspended)
    const plan = found.plan_id && { planId: found.plan_id, endsAt: found.plan_ends_at }
    const { isIncluded, perMinute } = apiAllowance(plan || undefined, now)
    if (!isIncluded) throw lacksFeature('apiAccess')
    noteUse(platform, found)
    return {
      actor: {
        kind: 'member',
        userId: found.user_id,
        name: found.name,
        email: found.email,
        role,
        key: { id: found.key_id, scopes: found.scopes },
      },
      tenant: tenantOf(platform, found.tenant_id),
      sessionEndsAt: found.expires_at ?? new Date(now.getTime() + DAY_MS),
      perMinute,
    }
  }

const DAY_MS = 86_400_000

const refused = (reason: string, message: Text) =>
  new AppError('unauthenticated', message, { reason: `api_key_${reason}` })

/** The role at an endpoint of the scope. Throws unauthenticated where the maker of the key has left or may not give it any longer. */
function roleFor({ role, scopes }: FoundKey, scope: EndpointScope): MemberRole {
  if (!role || !mayPassOn(role, scopes)) throw refused('maker', m.error_api_key_maker)
  return scope === null || scope === 'any' ? 'agent' : ROLE_OF_SCOPE[scope]
}
