import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

/** Routes without a product behind them: they take what is sent and answer with a text that is there already. */
export type FixedReplies = { list: string; open: string; create: string; send: string }

/** The least that this server library on this machine does for an answer of that size. Gives its address. */
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
