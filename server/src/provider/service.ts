import type { ConversationId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { isConnected } from './key.ts'
import { listAttemptsOf, listProviderRows } from './queries.ts'
import type { AttemptRow } from './schema.ts'
import { setupOf } from './setup.ts'

export type { AskPart, Attempt, ModelRequest } from './ask.ts'
export { AnswerCut, NoModel } from './ask.ts'
export { askModel } from './chain.ts'
export { nameOf } from './models.ts'

/** The providers that can be called: by a stored key, or an own server by its address (G2). */
export const listConnected = async (t: Tx): Promise<ProviderId[]> =>
  (await listProviderRows(t)).filter(isConnected).map((row) => row.provider)

/** Whether any model could be asked: without one the no-key engine answers. */
export const hasModel = async (tenant: Tenant): Promise<boolean> =>
  [...(await setupOf(tenant)).providers.values()].some((row) => isConnected(row) && row.status !== 'wrong_key')

/** Every call made for a conversation, in order, at most the first 500. */
export const listAttempts = (t: Tx, conversationId: ConversationId): Promise<AttemptRow[]> =>
  listAttemptsOf(t, conversationId, 500)
