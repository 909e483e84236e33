import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { ActionRequestId, ConversationId, TicketId } from '#contracts/ids.ts'
import { ActionMethod } from './agent-action.ts'

const Member = { tag: 'agents', access: 'member' } as const

export const ActionRequestView = z.object({
  id: ActionRequestId,
  agentName: z.string(),
  actionName: z.string(),
  description: z.string(),
  method: ActionMethod,
  host: z.string(),
  input: z.array(z.object({ name: z.string(), value: z.string() })),
  status: z.enum(['pending', 'done', 'failed', 'refused']),
  result: z.string().nullable(),
  decidedBy: z.string().nullable(),
  conversationId: ConversationId.nullable(),
  ticketId: TicketId.nullable(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
})
export type ActionRequestView = z.output<typeof ActionRequestView>

/** The newest 100, pending ones first. */
export const listActionRequests = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/agent-actions/requests',
  summary: 'Action requests of agents that a person must confirm',
  rate: 'read',
  reply: z.object({ items: z.array(ActionRequestView) }),
})

export const decideActionRequest = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/agent-actions/requests/:requestId/decision',
  summary: 'Confirm or refuse an action request',
  rate: 'write',
  params: z.object({ requestId: ActionRequestId }),
  body: z.strictObject({ isApproved: z.boolean() }),
  reply: ActionRequestView,
})
