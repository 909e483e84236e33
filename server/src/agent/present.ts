import type { AgentView } from '#contracts/agent/agent.ts'
import type { AgentActionView } from '#contracts/agent/agent-action.ts'
import type { ChosenAgent } from './agents.ts'
import { agentMetrics } from './metrics.ts'
import type { Work } from './queries.ts'
import type { ActionRow, AgentRow } from './schema.ts'

/** An agent as members see it. */
export const presentAgent = (row: AgentRow, actionCount: number, work: Work | undefined): AgentView => ({
  id: row.id,
  name: row.name,
  type: row.type,
  description: row.description,
  provider: row.provider,
  model: row.model,
  status: row.status,
  capabilities: row.capabilities,
  personality: row.personality,
  specializations: row.specializations,
  isDefault: row.defaultType !== null,
  actionCount,
  metrics: agentMetrics(work),
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The part that the engine and the routing need. */
export const toChosenAgent = (row: AgentRow): ChosenAgent => ({
  id: row.id,
  name: row.name,
  type: row.type,
  description: row.description,
  personality: row.personality,
  capabilities: row.capabilities,
  specializations: row.specializations,
  provider: row.provider,
  model: row.model,
})

/** An action without its encrypted headers. */
export const presentAction = (row: ActionRow): AgentActionView => ({
  id: row.id,
  agentId: row.agentId,
  name: row.name,
  description: row.description,
  method: row.method,
  url: row.url,
  parameters: row.parameters,
  headerNames: row.headerNames,
  needsConfirmation: row.needsConfirmation,
  isEnabled: row.isEnabled,
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})
