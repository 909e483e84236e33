import * as request from '#contracts/agent/action-request.ts'
import * as agent from '#contracts/agent/agent.ts'
import * as action from '#contracts/agent/agent-action.ts'
import { requireRole } from '#server/platform/policy.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { decideActionRequest, listActionRequests } from './action-requests.ts'
import { changeAgentAction, createAgentAction, deleteAgentAction, listAgentActions, tryAgentAction } from './actions.ts'
import { activateAllAgents, changeAgent, createAgent, deleteAgent, listAgents, setAgentStatus } from './agents.ts'
import { parseOpenApi } from './openapi.ts'
import { EDIT_AGENTS } from './policy.ts'

export const agentRoutes: Route[] = [
  memberRoute(agent.listAgents, (c) => listAgents(c.tenant, c.actor)),
  memberRoute(agent.createAgent, (c) => createAgent(c.tenant, c.actor, c.body)),
  memberRoute(agent.activateAllAgents, (c) => activateAllAgents(c.tenant, c.actor)),
  memberRoute(agent.changeAgent, (c) => changeAgent(c.tenant, c.actor, c.params.agentId, c.body)),
  memberRoute(agent.setAgentStatus, (c) => setAgentStatus(c.tenant, c.actor, c.params.agentId, c.body.status)),
  memberRoute(agent.deleteAgent, async (c) => {
    await deleteAgent(c.tenant, c.actor, c.params.agentId)
    return { deleted: true } as const
  }),
  memberRoute(action.listAgentActions, (c) => listAgentActions(c.tenant, c.actor, c.params.agentId)),
  memberRoute(action.createAgentAction, (c) => createAgentAction(c.tenant, c.actor, c.params.agentId, c.body)),
  memberRoute(action.changeAgentAction, (c) =>
    changeAgentAction(c.tenant, c.actor, c.params.agentId, c.params.actionId, c.body),
  ),
  memberRoute(action.deleteAgentAction, async (c) => {
    await deleteAgentAction(c.tenant, c.actor, c.params.agentId, c.params.actionId)
    return { deleted: true } as const
  }),
  memberRoute(action.tryAgentAction, (c) => {
    const input = Object.fromEntries(c.body.input.map(({ name, value }) => [name, value]))
    return tryAgentAction(c.tenant, c.actor, c.params.agentId, c.params.actionId, input, languageOf(c.request))
  }),
  memberRoute(action.readOpenApi, async (c) => {
    requireRole(c.actor, EDIT_AGENTS)
    return parseOpenApi(c.body.text, languageOf(c.request))
  }),
  memberRoute(request.listActionRequests, (c) => listActionRequests(c.tenant)),
  memberRoute(request.decideActionRequest, (c) =>
    decideActionRequest(c.tenant, c.actor, c.params.requestId, c.body.isApproved),
  ),
]
