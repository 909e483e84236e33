import type { FastifyInstance } from 'fastify'
import * as m from '#i18n/messages.js'
import { forbidden } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a write that another site's page sends: browsers set the Origin header, and it must be an origin of Segue. */
export function refuseForeignOrigins(app: FastifyInstance, platform: Platform): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method)) return
    const { origin, host } = request.headers
    if (origin === undefined) return
    const allowed = [platform.baseUrl, `${request.protocol}://${host}`]
    if (!allowed.includes(origin)) throw forbidden(m.error_foreign_origin)
  })
}
