import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

/** The fixed response text of each route, by its name. */
export type FixedReplies = Record<string, string>

/** Starts Fastify with routes that only send a fixed text: the upper bound for a response of that size on this machine. Returns its address. */
export async function startMinimalServer(routes: FixedReplies): Promise<string> {
  const app = Fastify({ logger: false })
  for (const [name, text] of Object.entries(routes)) {
    app.route({
      method: ['GET', 'POST'],
      url: `/${name}`,
      handler: async (_, reply) => reply.type('application/json; charset=utf-8').send(text),
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
