import type { ConversationId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type Connection, presentConnections } from './present.ts'
import { listAttemptsOf } from './queries.ts'
import type { AttemptRow } from './schema.ts'
import { setupOf } from './setup.ts'

export type { AskPart, Attempt, Complexity, ModelRequest } from './ask.ts'
export { AnswerCut, NoModel } from './ask.ts'
export { askModel } from './chain.ts'
export { defaultModelOf, nameOf } from './models.ts'
export type { Connection } from './present.ts'

/** Which providers this business can call, for the whole team to see (G2). */
export const listConnections = async (tenant: Tenant): Promise<Connection[]> =>
  presentConnections(await setupOf(tenant))

/** Whether any model could be asked: without one the no-key engine answers. */
export const hasModel = async (tenant: Tenant): Promise<boolean> =>
  (await listConnections(tenant)).some((one) => one.isConnected && !one.isRejected)

/** Every call made for a conversation, in order, at most the first 500. */
export const listAttempts = (t: Tx, conversationId: ConversationId): Promise<AttemptRow[]> =>
  listAttemptsOf(t, conversationId, 500)
