import { readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { parseHTML } from 'linkedom'
import type { Platform } from '#server/platform/platform.ts'
import type { ServedHost } from '#server/platform/route/served-host.ts'
import { portalOf } from '#server/tenant/routes.ts'
import { portalSlugOf } from '#server/tenant/service.ts'
import { createHelpPages } from './page.ts'

const TEMPLATE = readFileSync(new URL('../../../../web/portal.html', import.meta.url), 'utf8')

export type Asking = { languages?: string; servedHost?: ServedHost }

const pagesOf = (platform: Platform) =>
  createHelpPages(platform, {
    portalView: (slug, language) => portalOf(platform, { slug, language }, async () => null),
    slugOf: async ({ params, query }) => {
      const asked = (params as { tenant?: string }).tenant ?? (query as { tenant?: string }).tenant
      return portalSlugOf(platform, { query: asked, host: 'localhost' })
    },
  })

/** What a node answers to an address: a page, or where it is instead, or null where the portal's frame says why there is none. */
export const askNode = (platform: Platform, url: string, asking: Asking = {}) =>
  pagesOf(platform).pageOf(requestOf(url, asking), TEMPLATE)

/** The page that a node would answer with before it looks anything up. */
export const readyPageOf = (platform: Platform, url: string) =>
  pagesOf(platform).readyPageOf(requestOf(url, {}))?.html.toString() ?? null

function requestOf(url: string, asking: Asking): FastifyRequest {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [, , tenant, second, third] = pathname.split('/').map(decodeURIComponent)
  const params = third === undefined ? { tenant, article: second } : { tenant, category: third }
  const { languages, servedHost = { kind: 'platform' } } = asking
  const headers = { 'accept-language': languages }
  const query = Object.fromEntries(searchParams)
  const request = { url, params, query, headers, servedHost, hostname: servedHost.kind, ip: '192.0.2.1' }
  return { ...request, raw: { method: 'GET', url, headers } } as unknown as FastifyRequest
}

/** A page of a node as a browser without a script has it. */
export async function openPage(platform: Platform, url: string, asking: Asking = {}) {
  const page = await askNode(platform, url, asking)
  if (!page || 'leadsTo' in page) throw new Error(`${url} is no page: ${JSON.stringify(page)}`)
  const html = page.html.toString()
  const { document } = parseHTML(html)
  const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? null
  return { ...page, text: html, document, attribute }
}
