import type { ConversationId } from '#contracts/ids.ts'
import type { KeyStatus } from '#contracts/provider/api-settings.ts'
import { ProviderId } from '#contracts/provider/provider.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { isConnected, usableKey } from './api-key.ts'
import { cachedProviderSettings } from './provider-settings.ts'
import { listAttemptRows, listProviderRows } from './queries.ts'
import type { AttemptRow } from './schema.ts'

export { adoptKey } from './adopt-key.ts'
export { askInTime, askModel, type LiveAnswer } from './chain.ts'
export type { Attempt, ModelPart, ModelRequest, ProviderChoice, RequestRecord } from './model-request.ts'
export { AnswerCutError, NoModelError } from './model-request.ts'
export { providerName } from './models.ts'
export { invalidateProviderSettings } from './provider-settings.ts'

/** The providers that can be called: those with a stored key, and a custom server with an address. */
export const listConnected = async (t: Tx): Promise<ProviderId[]> =>
  (await listProviderRows(t)).filter(isConnected).map((row) => row.provider)

export type Connection = { id: ProviderId; isConnected: boolean; isUnreadable: boolean; status: KeyStatus }

/** Every provider: whether it has a key that can be read, and how its last call ended. */
export const listConnections = async (tenant: Tenant, t: Tx): Promise<Connection[]> => {
  const rows = new Map((await listProviderRows(t)).map((row) => [row.provider, row]))
  return ProviderId.options.map((id) => {
    const row = rows.get(id)
    return {
      id,
      isConnected: row !== undefined && isConnected(row),
      isUnreadable: row !== undefined && isConnected(row) && usableKey(tenant, row) === null,
      status: row?.status ?? 'untested',
    }
  })
}

/** Whether the tenant has a usable model. Without one the no-key engine answers. */
export const hasModel = async (tenant: Tenant): Promise<boolean> =>
  [...(await cachedProviderSettings(tenant)).providers.values()].some(
    (row) => isConnected(row) && row.status !== 'wrong_key',
  )

/** The model calls made for a conversation, oldest first; at most 500. */
export const listAttempts = (t: Tx, conversationId: ConversationId): Promise<AttemptRow[]> =>
  listAttemptRows(t, conversationId, 500)
