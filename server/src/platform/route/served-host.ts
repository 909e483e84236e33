import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '#server/platform/errors.ts'

/**
 * Whom a host name addresses: the platform with everything it has, the portal of one business (`slugs`: its present address first,
 * then the earlier ones), or nobody.
 */
export type ServedHost =
  | { kind: 'platform' }
  | { kind: 'portal'; slugs: readonly [string, ...string[]] }
  | { kind: 'unknown' }

/** Finds out whom the host name of a request addresses. */
export type FindServedHost = (host: string) => Promise<ServedHost>

/** Answered under every host: load balancers and proxies ask by the name they know. */
const EVERYWHERE = new Set(['/livez', '/readyz', '/internal/tls-allowed'])

/**
 * Limits what a host name is served. Under the domain of a business: its portal, without sign-in to accounts, because whoever
 * controls the domain could read the cookie of a session there. Under an unknown name: nothing of any business.
 */
export function limitHosts(app: FastifyInstance, find: FindServedHost): void {
  app.decorateRequest('servedHost')
  app.addHook('onRequest', async (request) => {
    request.servedHost = await find(request.hostname ?? '')
    if (!mayServe(request)) throw notFound('page')
  })
}

function mayServe({ servedHost, routeOptions, params }: FastifyRequest): boolean {
  const route = routeOptions.url ?? ''
  if (servedHost.kind === 'platform' || EVERYWHERE.has(route)) return true
  // The pages look at the host themselves (platform/web/pages.ts); their files are the same for everybody.
  if (!/^\/(?:api|internal|metrics)\b/.test(route)) return true
  if (servedHost.kind === 'unknown' || !/^\/api\/portal\/:slug(?!\/account)/.test(route)) return false
  return servedHost.slugs.includes((params as { slug: string }).slug.toLowerCase())
}

declare module 'fastify' {
  interface FastifyRequest {
    servedHost: ServedHost
  }
}
