import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Asked all the time by machines, and files of the built pages. */
const isTraced = ({ url }: RouteOptions): boolean =>
  !['/livez', '/readyz', '/metrics'].includes(url) && !url.includes('*')

/** Records the handling of requests, also of those for pages. Without tracing no route is changed. */
export function traceRequests(app: FastifyInstance, { tracing }: Platform): void {
  if (!tracing.isOn) return
  app.addHook('onRoute', (route) => {
    if (!isTraced(route)) return
    const { handler, url } = route
    route.handler = function traced(request: FastifyRequest, reply: FastifyReply) {
      const { method } = request
      const start = {
        kind: 'server',
        name: `${method} ${url}`,
        attributes: { 'http.request.method': method, 'http.route': url },
        parent: request.headers.traceparent,
      } as const
      return tracing.root(start, async (span) => {
        let status = 500
        try {
          const answer = await handler.call(app, request, reply)
          status = reply.statusCode
          return answer
        } catch (error) {
          if (error instanceof AppError) status = error.status
          throw error
        } finally {
          span.set({ 'http.response.status_code': status, ...tenantAttribute(request.caller?.tenantId) })
        }
      })
    }
  })
}

const tenantAttribute = (tenantId: string | null | undefined): Record<string, string> =>
  tenantId ? { 'segue.tenant.id': tenantId } : {}
