import type { ConversationRow } from '#server/conversation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { ChosenAgent } from './agents.ts'
import { countAnswer, type Worked } from './queries.ts'

export { type ChosenAgent, chooseAgent, chooseAmong, connectedProviders, getAgent, readyAgents } from './agents.ts'
export { EDIT_AGENTS } from './policy.ts'
export { listAgentRows as listAgents } from './queries.ts'
export { toolsOf } from './tools.ts'

/** How an agent stands in a conversation and in a message's origin: as it was named then. */
export const agentSnapshot = ({ id, name, type }: ChosenAgent): Pick<ChosenAgent, 'id' | 'name' | 'type'> => ({
  id,
  name,
  type,
})

/** Counts an answer for the metrics, in the transaction that writes it. Demo conversations are not counted. */
export async function recordAnswer(t: Tx, row: ConversationRow, worked: Omit<Worked, 'conversationId'>): Promise<void> {
  if (!row.isDemo) await countAnswer(t, { ...worked, conversationId: row.id })
}
