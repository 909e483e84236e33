import { decideActionRequest, listActionRequests } from '#contracts/agent/action-request.ts'
import {
  activateAllAgents,
  changeAgent,
  createAgent,
  deleteAgent,
  listAgents,
  setAgentStatus,
} from '#contracts/agent/agent.ts'
import {
  changeAgentAction,
  createAgentAction,
  deleteAgentAction,
  listAgentActions,
  readOpenApi,
  tryAgentAction,
} from '#contracts/agent/agent-action.ts'
import { requireRole } from '#server/platform/policy.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import * as actions from './actions.ts'
import { activateAll, change, create, readFleet, remove, setStatus } from './agents.ts'
import { readOpenApi as readFile } from './openapi.ts'
import { EDIT_AGENTS } from './policy.ts'
import { decide, listRequests } from './requests.ts'

export const agentRoutes: Route[] = [
  memberRoute(listAgents, (c) => readFleet(c.tenant, c.actor)),
  memberRoute(createAgent, (c) => create(c.tenant, c.actor, c.body)),
  memberRoute(activateAllAgents, (c) => activateAll(c.tenant, c.actor)),
  memberRoute(changeAgent, (c) => change(c.tenant, c.actor, c.params.agentId, c.body)),
  memberRoute(setAgentStatus, (c) => setStatus(c.tenant, c.actor, c.params.agentId, c.body.status)),
  memberRoute(listAgentActions, (c) => actions.list(c.tenant, c.actor, c.params.agentId)),
  memberRoute(createAgentAction, (c) => actions.create(c.tenant, c.actor, c.params.agentId, c.body)),
  memberRoute(changeAgentAction, (c) => actions.change(c.tenant, c.actor, c.params.agentId, c.params.actionId, c.body)),
  memberRoute(deleteAgentAction, async (c) => {
    await actions.remove(c.tenant, c.actor, c.params.agentId, c.params.actionId)
    return { deleted: true } as const
  }),
  memberRoute(tryAgentAction, (c) =>
    actions.tryOut(
      c.tenant,
      c.actor,
      c.params.agentId,
      c.params.actionId,
      Object.fromEntries(c.body.input.map(({ name, value }) => [name, value])),
    ),
  ),
  memberRoute(readOpenApi, async (c) => {
    requireRole(c.actor, EDIT_AGENTS)
    return readFile(c.body.text)
  }),
  memberRoute(listActionRequests, (c) => listRequests(c.tenant)),
  memberRoute(decideActionRequest, (c) => decide(c.tenant, c.actor, c.params.requestId, c.body.isApproved)),
  memberRoute(deleteAgent, async (c) => {
    await remove(c.tenant, c.actor, c.params.agentId)
    return { deleted: true } as const
  }),
]
