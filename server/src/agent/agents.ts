import type { AgentType } from '#contracts/agent.ts'
import type { AgentId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider.ts'

/** The agent an answer is given by, as the engine and the router need it. */
export type ChosenAgent = {
  id: AgentId
  name: string
  type: AgentType
  description: string
  personality: string
  capabilities: readonly string[]
  specializations: readonly string[]
  /** Both null: the router chooses (R9). */
  provider: ProviderId | null
  model: string | null
}
