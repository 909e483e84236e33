import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line, requiredLine, requiredText, SeenVersion, text } from '#contracts/fields.ts'
import { AgentId } from '#contracts/ids.ts'
import { KeyStatus } from '#contracts/provider/api-settings.ts'
import { ProviderId } from '#contracts/provider/provider.ts'

/** Subject of an agent; a customer's message is routed to the active agent of the matching type. */
export const AgentType = z.enum([
  'technical',
  'sales',
  'general',
  'billing',
  'security',
  'integration',
  'escalation',
  'feedback',
])
export type AgentType = z.output<typeof AgentType>

/** Only active agents answer customers; one in training answers in the test console alone. */
export const AgentStatus = z.enum(['active', 'inactive', 'training'])
export type AgentStatus = z.output<typeof AgentStatus>

/** Most agents of a tenant. */
export const MAX_AGENTS = 50

/** Metrics of an agent over its conversations of the last 30 days, without demo ones. Null: nothing to measure yet. */
export const AgentMetrics = z.object({
  /** Conversations it answered in since midnight of the business's time zone. */
  handledToday: z.number().int(),
  conversations: z.number().int(),
  /** Share (0 to 1) of the conversations in which it answered a question and that were not escalated. */
  resolutionRate: z.number().nullable(),
  /** Mean of the customers' ratings, 1 to 5. */
  avgRating: z.number().nullable(),
  /** Mean time of an answer. */
  responseMs: z.number().int().nullable(),
  lastActiveAt: Instant.nullable(),
})
export type AgentMetrics = z.output<typeof AgentMetrics>

export const AgentView = z.object({
  id: AgentId,
  name: z.string(),
  type: AgentType,
  description: z.string(),
  /** Both null: chosen by the router for each question. */
  provider: ProviderId.nullable(),
  model: z.string().nullable(),
  status: AgentStatus,
  capabilities: z.array(z.string()),
  personality: z.string(),
  specializations: z.array(z.string()),
  /** One of the eight agents every business begins with: it can be changed and deactivated, not deleted. */
  isDefault: z.boolean(),
  actionCount: z.number().int(),
  metrics: AgentMetrics,
  /** Goes up with every change; a change must name the version it saw. */
  version: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type AgentView = z.output<typeof AgentView>

/** A figure over all agents: measured, or a default while there is nothing to measure. */
export const AgentsFigure = z.object({ value: z.number(), isDefault: z.boolean() })
export type AgentsFigure = z.output<typeof AgentsFigure>

export const AgentsView = z.object({
  items: z.array(AgentView),
  figures: z.object({
    active: z.number().int(),
    /** Conversations of the last 30 days. */
    interactions: AgentsFigure,
    handledToday: z.number().int(),
    /** Shares, 0 to 1. */
    resolutionRate: AgentsFigure,
    satisfaction: AgentsFigure,
    responseMs: AgentsFigure,
  }),
  /** Which providers have a key, and how its last call ended. */
  providers: z.array(
    z.object({ id: ProviderId, isConnected: z.boolean(), isUnreadable: z.boolean(), status: KeyStatus }),
  ),
  can: z.object({ edit: z.boolean() }),
  measuredAt: Instant,
})
export type AgentsView = z.output<typeof AgentsView>

const Words = z.array(line(60).min(1)).max(20)
const Fields = {
  name: requiredLine(80, 'error_enter_name'),
  type: AgentType,
  description: text(500),
  provider: ProviderId.nullable(),
  model: line(120).nullable(),
  personality: requiredText(2000, 'error_enter_personality'),
  capabilities: Words,
  specializations: Words,
}
const Member = { tag: 'agents', access: 'member' } as const
const ById = z.object({ agentId: AgentId })

/** At most 50. The eight default agents are made when there are none. */
export const listAgents = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/agents',
  summary: 'The AI agents with their metrics, and which providers are connected',
  rate: 'read',
  reply: AgentsView,
})

export const createAgent = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/agents',
  summary: 'Create an AI agent',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: AgentId, ...Fields, status: AgentStatus.default('active') }),
  reply: AgentView,
})

export const changeAgent = endpoint({
  ...Member,
  method: 'PATCH',
  path: '/api/agents/:agentId',
  summary: 'Change an AI agent',
  rate: 'write',
  params: ById,
  body: z.strictObject({ version: SeenVersion, ...z.object(Fields).partial().shape }),
  reply: AgentView,
})

export const setAgentStatus = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/agents/:agentId/status',
  summary: 'Activate an AI agent, switch it off, or put it in training',
  rate: 'write',
  params: ById,
  body: z.strictObject({ status: AgentStatus }),
  reply: AgentView,
})

export const activateAllAgents = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/agents/activate-all',
  summary: 'Activate all AI agents',
  rate: 'write',
  reply: z.object({ activated: z.number().int() }),
})

/** Only agents that the business created; the eight default agents can be deactivated instead. */
export const deleteAgent = endpoint({
  ...Member,
  method: 'DELETE',
  path: '/api/agents/:agentId',
  summary: 'Delete an AI agent that is not a default one',
  rate: 'write',
  params: ById,
  reply: z.object({ deleted: z.literal(true) }),
})
