import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGES } from '#contracts/languages.ts'
import type { Platform } from '#server/platform/platform.ts'

/** An address of a sitemap, its values escaped for XML, with the same page in other languages. */
export type Address = { url: string; changedAt?: Date; alternates: { language: string; url: string }[] }

/** A sitemap by sitemaps.org, as XML. */
export function sitemapOf(addresses: readonly Address[]): string {
  const alternate = ({ language, url }: Address['alternates'][number]) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`
  const urls = addresses.map(({ url, changedAt, alternates }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${url}</loc>${changed}${alternates.map(alternate).join('')}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>\n`
}

/** What crawlers may read of a host, and where its sitemap is. */
const robotsOf = (origin: string): string => `User-agent: *\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`

/** The landing page, in each language. */
const platformSitemap = (baseUrl: string): string =>
  sitemapOf([
    {
      url: `${baseUrl}/`,
      alternates: LANGUAGES.map((language) => ({ language, url: `${baseUrl}/?lang=${language}` })),
    },
  ])

/** Null where the request is about no business. */
type HelpSitemapOf = (request: FastifyRequest) => Promise<string | null>

/** What search engines ask every host for: the platform has its landing page, the domain of a business its help center. */
export function mountSitemaps(app: FastifyInstance, platform: Platform, helpSitemapOf: HelpSitemapOf): void {
  const hidden = { schema: { hide: true } } as const
  const send = (reply: FastifyReply, text: string | null, type: string) =>
    text === null
      ? reply.callNotFound()
      : reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(text)
  app.get('/robots.txt', hidden, (request, reply) => {
    const { kind } = request.servedHost
    const origin = kind === 'platform' ? platform.baseUrl : `${request.protocol}://${request.host}`
    return send(reply, kind === 'unknown' ? null : robotsOf(origin), 'text/plain')
  })
  app.get('/sitemap.xml', hidden, async (request, reply) => {
    const isPlatform = request.servedHost.kind === 'platform'
    return send(reply, isPlatform ? platformSitemap(platform.baseUrl) : await helpSitemapOf(request), 'application/xml')
  })
  app.get('/help/:tenant/sitemap.xml', hidden, async (request, reply) =>
    send(reply, await helpSitemapOf(request), 'application/xml'),
  )
}
