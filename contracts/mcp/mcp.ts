import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'

/**
 * The Model Context Protocol over HTTP (Streamable HTTP, without sessions): each request is one message. A call of a tool needs the tool's
 * scope. The reply is the protocol's, not described here; nor is a message's own `id`, which names no row.
 */
export const callMcp = endpoint({
  method: 'POST',
  path: '/api/mcp',
  summary: 'Model Context Protocol: search the knowledge, find, read and answer tickets',
  tag: 'mcp',
  access: 'member',
  rate: 'write',
  scope: 'any',
  answer: 'file',
  body: z.looseObject({
    jsonrpc: z.literal('2.0'),
    method: z.string().max(200),
    params: z.looseObject({}).optional(),
  }),
  reply: z.unknown(),
})
