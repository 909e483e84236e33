import { queryOptions } from '@tanstack/react-query'
import { listActionRequests } from '#contracts/agent/action-request.ts'
import type { AgentsView, AgentView } from '#contracts/agent/agent.ts'
import { listAgents } from '#contracts/agent/agent.ts'
import { listAgentActions } from '#contracts/agent/agent-action.ts'
import { call } from '#web/lib/call.ts'
import { queryClient } from '#web/ui/provider.tsx'

/** How often the metrics are read again. */
export const METRICS_MS = 30_000

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => call(listAgents, {}, { signal }),
  refetchInterval: METRICS_MS,
  staleTime: 5000,
})

export const actionsQuery = (agentId: AgentView['id']) =>
  queryOptions({
    queryKey: ['agent-actions', agentId],
    queryFn: ({ signal }) => call(listAgentActions, { params: { agentId } }, { signal }),
  })

export const requestsQuery = queryOptions({
  queryKey: ['action-requests'],
  queryFn: ({ signal }) => call(listActionRequests, {}, { signal }),
  refetchInterval: METRICS_MS,
})

/** Shows a change at once; the figures of a changed agent stay until they are measured again. */
export function showAgent(changed: AgentView): void {
  queryClient.setQueryData<AgentsView>(agentsQuery.queryKey, (fleet) => {
    if (!fleet) return fleet
    const isKnown = fleet.items.some(({ id }) => id === changed.id)
    const items = isKnown
      ? fleet.items.map((one) => (one.id === changed.id ? { ...changed, metrics: one.metrics } : one))
      : [...fleet.items, changed]
    const active = items.filter(({ status }) => status === 'active').length
    return { ...fleet, items, figures: { ...fleet.figures, active } }
  })
}

export const invalidateAgents = () => queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey })
