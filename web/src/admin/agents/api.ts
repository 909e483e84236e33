import type {
  decideActionRequest as DecideActionRequest,
  listActionRequests as ListActionRequests,
} from '#contracts/agent/action-request.ts'
import type {
  activateAllAgents as ActivateAllAgents,
  changeAgent as ChangeAgent,
  createAgent as CreateAgent,
  deleteAgent as DeleteAgent,
  listAgents as ListAgents,
  setAgentStatus as SetAgentStatus,
} from '#contracts/agent/agent.ts'
import type {
  changeAgentAction as ChangeAgentAction,
  createAgentAction as CreateAgentAction,
  deleteAgentAction as DeleteAgentAction,
  listAgentActions as ListAgentActions,
  readOpenApi as ReadOpenApi,
  tryAgentAction as TryAgentAction,
} from '#contracts/agent/agent-action.ts'
import type { testAgent as TestAgent } from '#contracts/agent/agent-test.ts'
import { remote } from '#web/lib/call.ts'

/** The endpoints of this section. */

export const listAgents = remote<typeof ListAgents>('GET', '/api/agents')
export const createAgent = remote<typeof CreateAgent>('POST', '/api/agents')
export const changeAgent = remote<typeof ChangeAgent>('PATCH', '/api/agents/:agentId')
export const setAgentStatus = remote<typeof SetAgentStatus>('POST', '/api/agents/:agentId/status')
export const activateAllAgents = remote<typeof ActivateAllAgents>('POST', '/api/agents/activate-all')
export const deleteAgent = remote<typeof DeleteAgent>('DELETE', '/api/agents/:agentId')
export const testAgent = remote<typeof TestAgent>('POST', '/api/agents/:agentId/test')
export const listActions = remote<typeof ListAgentActions>('GET', '/api/agents/:agentId/actions')
export const createAction = remote<typeof CreateAgentAction>('POST', '/api/agents/:agentId/actions')
export const changeAction = remote<typeof ChangeAgentAction>('PATCH', '/api/agents/:agentId/actions/:actionId')
export const deleteAction = remote<typeof DeleteAgentAction>('DELETE', '/api/agents/:agentId/actions/:actionId')
export const tryAction = remote<typeof TryAgentAction>('POST', '/api/agents/:agentId/actions/:actionId/try')
export const readOpenApi = remote<typeof ReadOpenApi>('POST', '/api/agent-actions/openapi')
export const listRequests = remote<typeof ListActionRequests>('GET', '/api/agent-actions/requests')
export const decideRequest = remote<typeof DecideActionRequest>(
  'POST',
  '/api/agent-actions/requests/:requestId/decision',
)
