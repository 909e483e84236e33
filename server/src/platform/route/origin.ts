import type { FastifyInstance } from 'fastify'
import * as m from '#i18n/messages.js'
import { forbidden } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A change asked for by another site's page is refused: browsers say where a request comes from, and only our own pages may. */
export function refuseForeignOrigins(app: FastifyInstance, platform: Platform): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE.has(request.method)) return
    const { origin, host } = request.headers
    if (origin === undefined) return
    const own = [platform.baseUrl, `${request.protocol}://${host}`]
    if (!own.includes(origin)) throw forbidden(m.error_foreign_origin)
  })
}
