import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { decryptSecret, encryptSecret } from '#server/platform/secrets/encrypt.ts'
import type { ProviderRow } from './schema.ts'

/** Sent to servers without keys (Ollama, vLLM): for an empty key the SDK would read one from the process's environment. */
export const PLACEHOLDER_KEY = 'none'

const associatedData = (tenant: Pick<Tenant, 'id'>, provider: ProviderId): string =>
  `tenant:${tenant.id}:provider:${provider}`

/** Encrypts a key, bound to its row: copied to another row or tenant it cannot be decrypted. */
export const encryptKey = (tenant: Tenant, provider: ProviderId, key: string): string =>
  encryptSecret(tenant.platform.masterKey, key, associatedData(tenant, provider))

/** Decrypts a stored key. Throws SecretError. */
export const decryptKey = (tenant: Tenant, provider: ProviderId, encrypted: string): string =>
  decryptSecret(tenant.platform.masterKey, encrypted, associatedData(tenant, provider))

/** Whether the provider can be called: it has a key, or is a custom server with an address, which may need no key. */
export const isConnected = (row: Pick<ProviderRow, 'provider' | 'encryptedKey' | 'baseUrl'>): boolean =>
  row.provider === 'custom' ? row.baseUrl !== null : row.encryptedKey !== null

/** The decrypted key; null and a log line when it cannot be decrypted (another master key). */
export function usableKey(tenant: Tenant, row: ProviderRow): string | null {
  if (!row.encryptedKey) return row.provider === 'custom' ? PLACEHOLDER_KEY : null
  try {
    return decryptKey(tenant, row.provider, row.encryptedKey)
  } catch (error) {
    tenant.platform.log.error({ err: error, provider: row.provider }, 'a stored key cannot be read')
    return null
  }
}

/** The last four characters of a key; null for keys so short that they would reveal too much. */
export const keyEndOf = (key: string): string | null => (key.length >= 12 ? key.slice(-4) : null)
