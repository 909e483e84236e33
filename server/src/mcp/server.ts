import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import * as m from '#i18n/messages.js'
import { recordAudit } from '#server/identity/service.ts'
import { asAppError } from '#server/platform/db/database-errors.ts'
import { AppError } from '#server/platform/errors.ts'
import { inEnglish, type Text, text } from '#server/platform/text/message.ts'
import type { McpCaller } from './answer.ts'
import { TOOLS, type Tool } from './tools.ts'

export const createTransport = () => new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })

/** A server for one message of a caller: it offers the tools whose scopes the key has. */
export function createServer(caller: McpCaller): Server {
  const server = new Server({ name: 'segue', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: TOOLS.filter((tool) => hasScope(caller, tool)).map(({ name, description, input, isReading }) => ({
      name,
      description,
      inputSchema: z.toJSONSchema(input, { io: 'input' }) as { type: 'object' },
      annotations: { readOnlyHint: isReading, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(caller, params.name, params.arguments ?? {}))
  return server
}

/** A signed-in member may use every tool, a key those of its scopes. */
const hasScope = ({ actor }: McpCaller, { scope }: Tool): boolean => actor.key?.scopes.includes(scope) ?? true

/** Runs a tool. What it refuses is told in a sentence; every call has its row in the audit log, also a refused one. */
async function callTool(caller: McpCaller, name: string, given: object): Promise<CallToolResult> {
  const tool = TOOLS.find((one) => one.name === name)
  const isAllowed = tool !== undefined && hasScope(caller, tool)
  await recordCall(caller, { tool: tool?.name ?? 'unknown', isAllowed, ...idsOf(given) })
  if (!tool) return failed(m.error_mcp_tool_unknown)
  if (!isAllowed) return failed(text(m.error_api_key_scope, { scope: tool.scope }))
  const input = tool.input.safeParse(given)
  if (!input.success) return failed(text(m.error_mcp_input, { issues: z.prettifyError(input.error) }))
  try {
    const result = await tool.run(caller, input.data as never)
    return { content: [{ type: 'text', text: JSON.stringify(result) }] }
  } catch (error) {
    const known = asAppError(error)
    if (known instanceof AppError && known.status < 500) return failed(known.text)
    caller.tenant.platform.log.error({ err: error, tool: name, requestId: caller.request.id }, 'an MCP tool failed')
    return failed(m.error_internal)
  }
}

const failed = (message: Text): CallToolResult => ({
  content: [{ type: 'text', text: inEnglish(message) }],
  isError: true,
})

/** The ticket that a call is about. The rest of what was given may hold anything. */
const idsOf = (given: object): { ticketId?: string } => {
  const id = z.uuid().safeParse((given as { ticketId?: unknown }).ticketId)
  return id.success ? { ticketId: id.data } : {}
}

const recordCall = ({ tenant, actor, request }: McpCaller, detail: Record<string, unknown>): Promise<void> =>
  recordAudit(tenant.platform, {
    action: 'mcp_call',
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    tenantId: tenant.id,
    address: request.ip,
    requestId: request.id,
    detail: { ...detail, apiKeyId: actor.key?.id ?? null, name: actor.name },
  })
