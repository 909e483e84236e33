import {
  activateAllAgents,
  changeAgent,
  createAgent,
  deleteAgent,
  listAgents,
  setAgentStatus,
} from '#contracts/agent.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { activateAll, change, create, readFleet, remove, setStatus } from './agents.ts'

export const agentRoutes: Route[] = [
  memberRoute(listAgents, (c) => readFleet(c.tenant, c.actor)),
  memberRoute(createAgent, (c) => create(c.tenant, c.actor, c.body)),
  memberRoute(activateAllAgents, (c) => activateAll(c.tenant, c.actor)),
  memberRoute(changeAgent, (c) => change(c.tenant, c.actor, c.params.agentId, c.body)),
  memberRoute(setAgentStatus, (c) => setStatus(c.tenant, c.actor, c.params.agentId, c.body.status)),
  memberRoute(deleteAgent, async (c) => {
    await remove(c.tenant, c.actor, c.params.agentId)
    return { deleted: true } as const
  }),
]
