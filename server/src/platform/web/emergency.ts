import type { FastifyInstance } from 'fastify'

/** Where the emergency data page is. */
const PAGE = '/super-admin?emergency'

/**
 * Any address of a page of the platform with the query term `emergency` leads to the emergency data page, which asks for the platform
 * owner's sign-in. The portals of businesses on their own domains do not.
 */
export function leadToEmergencyPage(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.includes('emergency')) return
    const url = URL.parse(request.url, 'http://own.invalid')
    if (!url) return
    const { pathname, searchParams } = url
    const isPage = !/^\/(api|assets)\//.test(pathname) && pathname !== '/super-admin' && pathname !== '/signin'
    if (isPage && searchParams.has('emergency') && request.servedHost.kind === 'platform') return reply.redirect(PAGE)
  })
}
