import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'

/** Who sends a message of the protocol, for which business. */
export type McpCaller = { tenant: Tenant; actor: Member; request: FastifyRequest }

/**
 * Answers one message of the Model Context Protocol. Nothing is kept between messages, so that any process answers each. The library loads with
 * the first message.
 */
export async function answerMcp({ reply, body, ...caller }: McpCaller & { reply: FastifyReply; body: object }) {
  const { createServer, createTransport } = await import('./server.ts')
  const server = createServer(caller)
  const transport = createTransport()
  await server.connect(transport)
  try {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...versionOf(caller.request),
    }
    const asked = new Request('http://segue.invalid/api/mcp', { method: 'POST', headers, body: '{}' })
    const answer = await transport.handleRequest(asked, { parsedBody: body })
    const text = await answer.text()
    reply.code(answer.status)
    if (text === '') return reply.send()
    return reply.type('application/json; charset=utf-8').send(text)
  } finally {
    await server.close()
  }
}

/** The version of the protocol that the client has agreed to. */
const versionOf = ({ headers }: FastifyRequest): Record<string, string> => {
  const version = headers['mcp-protocol-version']
  return typeof version === 'string' ? { 'mcp-protocol-version': version } : {}
}
