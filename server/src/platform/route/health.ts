import type { FastifyInstance } from 'fastify'
import { unauthenticated } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isSameSecret } from '#server/platform/secrets/tokens.ts'

/** For load balancers and monitoring: `/livez` (the process answers), `/readyz` (the database answers too), `/metrics` (with the token). */
export function mountHealth(app: FastifyInstance, platform: Platform): void {
  const hidden = { schema: { hide: true } } as const
  app.get('/livez', hidden, async () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async () => {
    await platform.db.query('SELECT 1')
    return { status: 'ok' }
  })
  app.get('/metrics', hidden, async (request, reply) => {
    const token = platform.config.metricsToken
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (!token || !isSameSecret(given, token)) throw unauthenticated()
    return reply.type('text/plain; version=0.0.4').send(await platform.metrics.text())
  })
}
