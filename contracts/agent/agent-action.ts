import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line, requiredText, SeenVersion } from '#contracts/fields.ts'
import { AgentActionId, AgentId } from '#contracts/ids.ts'

export const ActionMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
export type ActionMethod = z.output<typeof ActionMethod>

/** Most actions of one agent: each is part of every prompt. */
export const MAX_ACTIONS = 20

/** A value the agent fills in from the conversation. */
export const ActionParameter = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,59}$/, 'error_parameter_name'),
  in: z.enum(['path', 'query', 'body']),
  type: z.enum(['string', 'number', 'integer', 'boolean']),
  description: line(300).default(''),
  isRequired: z.boolean().default(false),
  /** Only these values, where given. */
  options: z.array(line(100).min(1)).max(50).optional(),
})
export type ActionParameter = z.output<typeof ActionParameter>

/** Name of the action for the model. */
const ActionName = z.string().regex(/^[a-z][a-z0-9_]{1,47}$/, 'error_action_name')

export const AgentActionView = z.object({
  id: AgentActionId,
  agentId: AgentId,
  name: z.string(),
  description: z.string(),
  method: ActionMethod,
  url: z.string(),
  parameters: z.array(ActionParameter),
  /** Names only: header values are never returned. */
  headerNames: z.array(z.string()),
  needsConfirmation: z.boolean(),
  isEnabled: z.boolean(),
  version: z.number().int(),
  updatedAt: Instant,
})
export type AgentActionView = z.output<typeof AgentActionView>

const Header = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9-]{1,60}$/, 'error_header_name'),
  /** Empty: keeps the stored value, while the origin of the URL stays the same. */
  value: z
    .string()
    .max(2000)
    .regex(/^[\x20-\x7e]*$/, 'error_header_value'),
})

const Url = z
  .string()
  .trim()
  .max(1000)
  .regex(/^https?:\/\/[^\s{}/?#]+(?:[/?#][^\s]*)?$/, 'error_enter_action_url')

const Fields = {
  name: ActionName,
  description: requiredText(1000, 'error_enter_action_description'),
  method: ActionMethod,
  url: Url,
  parameters: z.array(ActionParameter).max(20),
  headers: z.array(Header).max(10),
  needsConfirmation: z.boolean(),
  isEnabled: z.boolean(),
}

const Member = { tag: 'agents', access: 'member' } as const
const OfAgent = z.object({ agentId: AgentId })
const ById = z.object({ agentId: AgentId, actionId: AgentActionId })

/** At most 20. */
export const listAgentActions = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/agents/:agentId/actions',
  summary: 'The HTTP actions of an AI agent',
  rate: 'read',
  params: OfAgent,
  reply: z.object({ items: z.array(AgentActionView) }),
})

export const createAgentAction = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/agents/:agentId/actions',
  summary: 'Give an AI agent an HTTP action',
  rate: 'write',
  idempotent: true,
  status: 201,
  params: OfAgent,
  body: z.strictObject({ id: AgentActionId, ...Fields }),
  reply: AgentActionView,
})

/** A new origin in the URL removes the stored headers. */
export const changeAgentAction = endpoint({
  ...Member,
  method: 'PATCH',
  path: '/api/agents/:agentId/actions/:actionId',
  summary: 'Change an HTTP action',
  rate: 'write',
  params: ById,
  body: z.strictObject({ version: SeenVersion, ...z.object(Fields).partial().shape }),
  reply: AgentActionView,
})

export const deleteAgentAction = endpoint({
  ...Member,
  method: 'DELETE',
  path: '/api/agents/:agentId/actions/:actionId',
  summary: 'Remove an HTTP action',
  rate: 'write',
  params: ById,
  reply: z.object({ deleted: z.literal(true) }),
})

/** One operation of an OpenAPI file, to choose from. */
export const OfferedAction = z.object({
  name: z.string(),
  description: z.string(),
  method: ActionMethod,
  url: z.string(),
  parameters: z.array(ActionParameter),
  /** What could not be imported, as sentences. */
  notes: z.array(z.string()),
})
export type OfferedAction = z.output<typeof OfferedAction>

/** Stores nothing. */
export const readOpenApi = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/agent-actions/openapi',
  summary: 'Read the actions an OpenAPI file offers',
  rate: 'write',
  body: z.strictObject({ text: requiredText(200_000, 'error_enter_openapi') }),
  /** `problem`: why nothing can be imported from this file, as a sentence. */
  reply: z.object({ title: z.string(), items: z.array(OfferedAction), problem: z.string().nullable() }),
})

/** Result of one call of an action. */
export const ActionResult = z.object({
  ok: z.boolean(),
  status: z.number().int().nullable(),
  /** The first 8,000 characters of the response, or what went wrong as a sentence. */
  text: z.string(),
  latencyMs: z.number().int(),
})
export type ActionResult = z.output<typeof ActionResult>

/** A real call, with values a member entered. */
export const tryAgentAction = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/agents/:agentId/actions/:actionId/try',
  summary: 'Try an HTTP action',
  rate: 'write',
  params: ById,
  body: z.strictObject({
    input: z
      .array(z.strictObject({ name: line(60).min(1), value: z.union([z.string().max(2000), z.number(), z.boolean()]) }))
      .max(20),
  }),
  reply: ActionResult,
})
