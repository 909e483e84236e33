import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unauthenticated, unavailable } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isSameSecret } from '#server/platform/secrets/tokens.ts'
import { within } from '#server/platform/within.ts'
import { sendError } from './error-handler.ts'

/** How long `/readyz` waits for the database, in milliseconds. */
const READY_MS = 900

export type Health = {
  /** Whether what the start promises is there; `/readyz` is 503 until then. */
  isReady(): boolean
  /** The text of `/metrics`; this process's metrics without it. */
  metrics?: (() => Promise<string>) | undefined
  /** What the operator may see beside "ok", with the token of `/metrics`. */
  details?: (() => Promise<object>) | undefined
}

/**
 * For load balancers and monitoring: `/livez` (the process answers), `/readyz` (the start is complete, and the database answers within
 * a second; with the token in detail), `/metrics` (with the token).
 */
export function mountHealth(app: FastifyInstance, platform: Platform, health: Health): void {
  const hidden = { schema: { hide: true } } as const
  app.get('/livez', hidden, async () => ({ status: 'ok' }))
  app.get('/readyz', { ...hidden, config: { isProbe: true } }, async (request, reply) => {
    // Not thrown: a balancer asks every second, and a start or a stop that goes on is no error.
    if (!health.isReady()) return sendError(reply, request, unavailable())
    await within(READY_MS, platform.db.query('SELECT 1'), unavailable)
    if (!health.details || !isOperator(platform, request)) return { status: 'ok' }
    return { status: 'ok', ...(await within(READY_MS, health.details(), unavailable)) }
  })
  app.get('/metrics', hidden, async (request, reply) => {
    if (!isOperator(platform, request)) throw unauthenticated()
    return reply.type('text/plain; version=0.0.4').send(await (health.metrics ?? platform.metrics.text)())
  })
}

function isOperator({ config }: Platform, { headers }: FastifyRequest): boolean {
  const given = headers.authorization?.replace(/^Bearer /, '') ?? ''
  return Boolean(config.metricsToken) && isSameSecret(given, config.metricsToken ?? '')
}
