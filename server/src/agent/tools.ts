import type { JSONSchema7, ToolSet } from 'ai'
import type { ActionParameter } from '#contracts/agent/agent-action.ts'
import type { ActionRequestId, AgentId, ConversationId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { assistant } from '#server/platform/actor.ts'
import type { RequestInput } from '#server/platform/http/request-template.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { stripControl } from '#server/platform/text/text.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { insertRequest, listActionRows } from './action-queries.ts'
import { REQUEST_INPUT_MAX } from './action-requests.ts'
import { toCallable } from './actions.ts'
import { callAction } from './call-action.ts'
import type { ActionRow } from './schema.ts'

/** The agent and conversation that tools act for; the conversation is null in the console and for test questions. */
type ServedConversation = { agentId: AgentId; conversationId: ConversationId | null }

/**
 * The agent's HTTP actions as tools of a model, bound to the tenant and the conversation. A tool's result is
 * `{ ok, status, answer }` as JSON text, with at most 8,000 characters of answer. An action that needs confirmation is not called:
 * a request is stored for the team, and the result states so (`isRequested`). Empty where the agent has no actions (the SDK is then not loaded).
 */
export async function actionTools(tenant: Tenant, served: ServedConversation): Promise<ToolSet> {
  const rows = (await tenant.read((t) => listActionRows(t, served.agentId))).filter(({ isEnabled }) => isEnabled)
  if (rows.length === 0) return {}
  const { tool, jsonSchema } = await import('ai')
  return Object.fromEntries(
    rows.map((row) => [
      row.name,
      tool({
        description: row.description,
        inputSchema: jsonSchema<Record<string, unknown>>(inputSchemaOf(row.parameters)),
        execute: (input: Record<string, unknown>, { abortSignal }: { abortSignal?: AbortSignal | undefined }) =>
          row.needsConfirmation
            ? requestConfirmation(tenant, served, row, input)
            : runAction(tenant, row, input, abortSignal),
      }),
    ]),
  )
}

/** The parameters as a JSON schema for the model. */
function inputSchemaOf(parameters: readonly ActionParameter[]): JSONSchema7 {
  const property = ({ type, description, options }: ActionParameter): JSONSchema7 => ({
    type,
    ...(description ? { description } : {}),
    ...(options && type === 'string' ? { enum: options } : {}),
  })
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((one) => [one.name, property(one)])),
    required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  }
}

async function runAction(
  tenant: Tenant,
  row: ActionRow,
  input: RequestInput,
  signal: AbortSignal | undefined,
): Promise<string> {
  const callable = await tenant.read(async (t) => toCallable(tenant.platform, t, row))
  const { ok, status, text: answer } = await callAction(tenant.platform, callable, input, { signal })
  if (row.method !== 'GET') {
    const action =
      status === null
        ? text(m.activity_action_unanswered, { action: row.name })
        : text(m.activity_action_called, { action: row.name, status })
    await tenant.tx((t) => recordActivity(t, assistant, { action, type: 'ai' }))
  }
  return JSON.stringify({ ok, status, answer })
}

const NEEDS_CONFIRMATION =
  'A member of the team has to confirm this first and has been asked. Tell the customer that it was passed on and that the team decides; do not say that it is done.'

async function requestConfirmation(
  tenant: Tenant,
  { conversationId }: ServedConversation,
  row: ActionRow,
  input: RequestInput,
): Promise<string> {
  const known = row.parameters.filter(({ name }) => ['string', 'number', 'boolean'].includes(typeof input[name]))
  const values = known.map(({ name }) => [name, short(input[name] as string | number | boolean)] as const)
  // The console and test questions store no request.
  if (conversationId === null) return JSON.stringify({ ok: false, answer: NEEDS_CONFIRMATION })
  await tenant.tx(async (t) => {
    await insertRequest(t, {
      id: crypto.randomUUID() as ActionRequestId,
      actionId: row.id,
      conversationId,
      input: Object.fromEntries(values),
      status: 'pending',
      createdAt: t.now,
    })
    await recordActivity(t, assistant, { action: text(m.activity_action_requested, { action: row.name }), type: 'ai' })
  })
  return JSON.stringify({ ok: false, isRequested: true, answer: NEEDS_CONFIRMATION })
}

const short = <V extends string | number | boolean>(value: V) =>
  typeof value === 'string' ? stripControl(value).slice(0, REQUEST_INPUT_MAX) : value
