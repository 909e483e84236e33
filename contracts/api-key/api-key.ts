import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, requiredLine } from '#contracts/fields.ts'
import { ApiKeyId } from '#contracts/ids.ts'
import { FeatureAccess } from '#contracts/tenant/branding.ts'
import { ApiScope } from './scope.ts'

/** Keys that are not revoked. */
export const MAX_API_KEYS = 50

/** A key of the business for its own programs. The key itself is shown once, when it is made. */
export const ApiKeyView = z.object({
  id: ApiKeyId,
  /** Also who a reply is from that is sent with the key. */
  name: z.string(),
  scopes: z.array(ApiScope),
  /** How the key begins, to recognise it by. */
  prefix: z.string(),
  createdBy: z.string(),
  createdAt: Instant,
  /** Null: it does not expire. */
  expiresAt: Instant.nullable(),
  /** At most a minute behind. */
  lastUsedAt: Instant.nullable(),
  /** Why it is refused; null while it works. `maker`: the member who made it has left, or their role no longer suffices for a scope. */
  stopped: z.enum(['expired', 'maker']).nullable(),
})
export type ApiKeyView = z.output<typeof ApiKeyView>

const declared = { tag: 'api keys', access: 'member' } as const

export const listApiKeys = endpoint({
  ...declared,
  method: 'GET',
  path: '/api/keys',
  summary: 'The API keys of the business',
  rate: 'read',
  reply: z.object({
    items: z.array(ApiKeyView),
    apiAccess: FeatureAccess,
    /** Requests that each key may send in a minute. */
    perMinute: z.number().int(),
  }),
})

/** The reply shows the key, once: only its hash is stored, so that the same call again makes another one. */
export const createApiKey = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/keys',
  summary: 'Make an API key',
  rate: 'write',
  status: 201,
  body: z.strictObject({
    name: requiredLine(60, 'error_enter_api_key_name'),
    scopes: z.array(ApiScope).min(1, 'error_choose_scopes').max(ApiScope.options.length),
    expiresAt: Instant.nullable().default(null),
  }),
  reply: z.object({ apiKey: ApiKeyView, key: z.string() }),
})

export const revokeApiKey = endpoint({
  ...declared,
  method: 'DELETE',
  path: '/api/keys/:apiKeyId',
  summary: 'Revoke an API key: it is refused from now on',
  rate: 'write',
  params: z.object({ apiKeyId: ApiKeyId }),
  reply: z.object({ ok: z.literal(true) }),
})
