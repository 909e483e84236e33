import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { open, seal } from '#server/platform/secrets/seal.ts'
import type { ProviderRow } from './schema.ts'

/** What a server without keys (Ollama, vLLM) is given: an empty key would be replaced by one of the process's environment. */
export const NO_KEY = 'none'

const associatedData = (tenant: Pick<Tenant, 'id'>, provider: ProviderId): string =>
  `tenant:${tenant.id}:provider:${provider}`

/** Encrypts a key for its row; copied to another row or business it stays shut. */
export const sealKey = (tenant: Tenant, provider: ProviderId, key: string): string =>
  seal(tenant.platform.masterKey, key, associatedData(tenant, provider))

/** Decrypts a stored key. Throws SealError. */
export const openKey = (tenant: Tenant, provider: ProviderId, sealed: string): string =>
  open(tenant.platform.masterKey, sealed, associatedData(tenant, provider))

/** Whether there is something to call: a key, or an own server, which may need none. */
export const isConnected = (row: Pick<ProviderRow, 'provider' | 'sealedKey' | 'baseUrl'>): boolean =>
  row.provider === 'custom' ? row.baseUrl !== null : row.sealedKey !== null

/** The key to call with; null where it cannot be read (another master key), which is logged. */
export function usableKey(tenant: Tenant, row: ProviderRow): string | null {
  if (!row.sealedKey) return row.provider === 'custom' ? NO_KEY : null
  try {
    return openKey(tenant, row.provider, row.sealedKey)
  } catch (error) {
    tenant.platform.log.error({ err: error, provider: row.provider }, 'a stored key cannot be read')
    return null
  }
}

/** The last four characters, of keys long enough that the rest stays a secret. */
export const endOf = (key: string): string | null => (key.length >= 12 ? key.slice(-4) : null)
