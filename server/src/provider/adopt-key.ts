import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { encryptKey, keyEndOf } from './api-key.ts'
import { emptyRow } from './api-settings.ts'
import { listProviderRows, upsertProvider } from './queries.ts'

/** Stores a key of the earlier system for a provider that has none here, untested. Gives whether it did. */
export async function adoptKey(tenant: Tenant, t: Tx, provider: ProviderId, key: string): Promise<boolean> {
  const row = (await listProviderRows(t)).find((one) => one.provider === provider) ?? emptyRow(t, provider)
  if (row.encryptedKey) return false
  const encryptedKey = encryptKey(tenant, provider, key)
  await upsertProvider(t, { ...row, encryptedKey, keyEnd: keyEndOf(key), keyChangedAt: t.now, status: 'untested' })
  return true
}
