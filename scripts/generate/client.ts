import { registerHooks } from 'node:module'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { allRoutes } from '#server/domains.ts'
import { describeApi } from '#server/platform/route/api-document.ts'
import { schemaOf } from '#server/platform/route/mount.ts'

/** The types of the client are printed by TypeScript's own printer, which its version 7 does not offer to programs yet. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') ? 'typescript-5' : specifier,
      context,
    ),
})

/** The OpenAPI document of what API keys reach. */
export async function keyDocument(): Promise<object> {
  const endpoints = allRoutes.map(({ endpoint }) => endpoint).filter(({ scope }) => scope !== null)
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await describeApi(app, endpoints)
  await app.register(async (instance) => {
    for (const endpoint of endpoints) declare(instance, endpoint)
  })
  await app.ready()
  return app.swagger()
}

const declare = (app: Pick<ReturnType<typeof Fastify>, 'route'>, endpoint: Endpoint) =>
  app.route({
    method: endpoint.method as 'GET',
    url: endpoint.path,
    schema: schemaOf(endpoint),
    handler: async () => null,
  })

const HEAD = '/* biome-ignore-all format lint: made by `npm run docs` from the OpenAPI document. */\n'

/** The text of `client/api.ts`: the types of every request and reply that API keys reach. */
export async function clientTypes(): Promise<string> {
  const { default: generate, astToString } = await import('openapi-typescript')
  return `${HEAD}${astToString(await generate((await keyDocument()) as never, { defaultNonNullable: false }))}`
}
