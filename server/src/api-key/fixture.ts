import { ApiScope } from '#contracts/api-key/scope.ts'
import type { ApiKeyId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { createKey } from './keys.ts'

type Given = { scopes?: readonly ApiScope[]; name?: string; expiresAt?: Date }

/** A key of the business, made by an admin of it; with every scope unless others are given. */
export async function makeApiKey(
  tenant: Tenant,
  actor: Member,
  { scopes = ApiScope.options, name = 'Proof', expiresAt }: Given = {},
): Promise<{ id: ApiKeyId; key: string }> {
  const given = { name, scopes: [...scopes], expiresAt: expiresAt?.toISOString() ?? null }
  const { key, apiKey } = await createKey(tenant, actor, given, { ip: '127.0.0.1', id: 'proof' })
  return { id: apiKey.id, key }
}
