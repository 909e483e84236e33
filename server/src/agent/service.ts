import type { ConversationRow } from '#server/conversation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { ChosenAgent } from './agents.ts'
import { countAnswer, type Worked } from './queries.ts'

export {
  type ChosenAgent,
  connectedProviders,
  ensureDefaultAgents,
  getAgent,
} from './agents.ts'
export { chooseAgent } from './choose-agent.ts'
export { EDIT_AGENTS } from './policy.ts'
export { listAgentRows } from './queries.ts'
export { actionTools } from './tools.ts'

/** The agent as it is stored in conversations and message origins: with its name at that time. */
export const agentSnapshot = ({ id, name, type }: ChosenAgent): Pick<ChosenAgent, 'id' | 'name' | 'type'> => ({
  id,
  name,
  type,
})

/** Counts an answer for the agent's metrics, in the transaction that writes it. Demo conversations are not counted. */
export async function recordAnswer(t: Tx, row: ConversationRow, worked: Omit<Worked, 'conversationId'>): Promise<void> {
  if (!row.isDemo) await countAnswer(t, { ...worked, conversationId: row.id })
}
