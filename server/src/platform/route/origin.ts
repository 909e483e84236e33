import type { FastifyInstance } from 'fastify'
import * as m from '#i18n/messages.js'
import { forbidden } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write that another site's page sends: browsers set the Origin header, and it must be the origin of the platform or of the
 * host that is asked, with the platform's scheme where a proxy does not say which one the browser used.
 */
export function refuseForeignOrigins(app: FastifyInstance, platform: Platform): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method)) return
    const { origin, host } = request.headers
    if (origin === undefined) return
    const { protocol } = new URL(platform.baseUrl)
    const allowed = [platform.baseUrl, `${request.protocol}://${host}`, `${protocol}//${host}`]
    if (!allowed.includes(origin)) throw forbidden(m.error_foreign_origin)
  })
}
