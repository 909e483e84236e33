import type { FastifyRequest } from 'fastify'
import type { TenantId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import { PortalView } from '#contracts/tenant/portal.ts'
import { findOpenArticle } from '#server/knowledge/articles/commands.ts'
import { presentOpenArticle } from '#server/knowledge/articles/present.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { pageLanguageOf } from '#server/platform/route/request-language.ts'
import { createPageCache } from '#server/platform/web/page-cache.ts'
import { brandStyle, type Frame, fillPage, type HelpPages, type LeadsTo } from '#server/platform/web/pages.ts'
import { createReadyPages } from '#server/platform/web/ready-pages.ts'
import { buildSharedPage, type SharedPage } from '#server/platform/web/shared-page.ts'
import {
  accentStyle,
  brandOf,
  findPortal,
  getTenant,
  helpUrlOf,
  iconOf,
  type PortalPage,
  portalShell,
} from '#server/tenant/service.ts'
import { articleContent, listContent, missingContent, type Reading } from './content.ts'
import { articleHead, listHead, type PageFacts } from './head.ts'
import { categoryNamed, type HelpPlace, helpPath } from './place.ts'
import { type HelpResults, listForPage, searchForPage, searchOf } from './search.ts'
import { helpSitemap } from './sitemap.ts'

type Parts = {
  /** The business as its customers see it, with its texts in a language. */
  portalView(slug: string, language: Language): Promise<PortalPage | null>
  /** The slug a request is about, from path, query, host or default; null when there is none. */
  slugOf(request: FastifyRequest): Promise<string | null>
}

const pageCache = processState('help pages', ({ clock, live }) => {
  const pages = createPageCache(clock)
  const ready = createReadyPages(clock)
  const forget = (tenantId?: TenantId) => {
    pages.forget(tenantId)
    ready.forget()
  }
  live.onDeskEvent((tenantId, event) => {
    if (isShown(event)) forget(tenantId)
  })
  // After a gap in the events everything may have changed.
  live.onRevoked((revoked) => {
    if (revoked === 'everybody') forget()
    else if ('tenantId' in revoked) forget(revoked.tenantId as TenantId)
  })
  return { pages, ready }
})

/** Whether an event changes what a page of the help centre shows: an article, or the business's name, colours, texts and addresses. */
const isShown = (event: LiveEvent): boolean =>
  (event.type === 'knowledge.changed' && event.part === 'articles') ||
  (event.type === 'desk.changed' && event.part === 'settings')

/**
 * The help centres as pages that are complete without a script. A page is built once and kept until something it shows changes; every
 * process hears of that with the commit (live events).
 */
export const createHelpPages = (platform: Platform, parts: Parts): HelpPages => ({
  pageOf: async (request, template) => {
    const query = request.query as Record<string, unknown>
    if (query.embed === 'true' || request.servedHost.kind === 'unknown') return null
    // Another tab of the portal, at the address of its help centre.
    if (query.tab !== undefined && query.tab !== 'help-center') return null
    const { pages, ready } = platform.state(pageCache)
    const since = ready.turn
    const portal = await portalAsked(platform, parts, request)
    if (!portal) return null
    const { servedHost } = request
    const place = placeOf(request)
    const other = stableAddress(request, portal.slugs[0], place)
    if (other) return other
    const builder: Builder = { platform, parts, tenant: portal.tenant, template }
    const wanted: Wanted = {
      slug: portal.slugs[0],
      place,
      language: pageLanguageOf(request),
      isLanguageNamed: query.lang !== undefined,
      templateLanguage: /<html lang="([\w-]+)"/.exec(template)?.[1] ?? '',
      isOwnDomain: servedHost.kind === 'portal',
    }
    const search = place.article ? '' : searchOf(query)
    // Not kept: there are more searches than pages, and an answer changes with every FAQ and document.
    if (search && place.category !== undefined) {
      const query = { search, category: place.category }
      return buildListPage(builder, wanted, await searchForPage(portal.tenant, request, query, wanted.language))
    }
    const key = keyOf(portal.tenant, wanted)
    const page = await pages.get(key, portal.tenant.id, () => buildPage(builder, wanted))
    if (page) ready.keep(request, key, since)
    return page ?? buildMissingPage(builder, wanted)
  },
  readyPageOf: (request) => {
    const { pages, ready } = platform.state(pageCache)
    const key = ready.find(request)
    return key === null ? null : pages.find(key)
  },
  sitemapOf: async (request) => {
    const portal = request.servedHost.kind === 'unknown' ? null : await portalAsked(platform, parts, request)
    return portal && helpSitemap(platform, portal.tenant, portal.slugs[0])
  },
})

/** The portal that a request is about, if it is open and this host shows it. */
async function portalAsked(platform: Platform, parts: Parts, request: FastifyRequest) {
  const asked = await parts.slugOf(request)
  const portal = asked ? await findPortal(platform, asked) : null
  if (portal?.status !== 'ACTIVE') return null
  const { servedHost, params, query } = request
  const slug = portal.slugs[0]
  if (servedHost.kind === 'portal') return servedHost.slugs.includes(slug) ? portal : null
  // Under a host of its earlier name: the portal's frame leads to the present one.
  const isNamed = (params as { tenant?: string }).tenant ?? (query as { tenant?: string }).tenant
  return isNamed || asked === slug ? portal : null
}

/** `category` undefined: the path names one that there is not. */
type AskedPlace = { category: HelpPlace['category'] | undefined; article: string | null }
type Wanted = {
  slug: string
  place: AskedPlace
  language: Language
  /** The address names the language: the list in each has an address. */
  isLanguageNamed: boolean
  /** Of the built page: the languages that only tests read differ from `language`. */
  templateLanguage: string
  isOwnDomain: boolean
}
type Builder = { platform: Platform; parts: Parts; tenant: Tenant; template: string }

function placeOf({ params, query }: FastifyRequest): AskedPlace {
  const { article, category } = params as { article?: string; category?: string }
  const asked = article ?? (query as Record<string, unknown>).article
  return {
    article: typeof asked === 'string' && asked !== '' ? asked.slice(0, 120) : null,
    category: category === undefined ? null : (categoryNamed(category) ?? undefined),
  }
}

/**
 * Where the page is, if the request has another form of its address: an earlier slug, the query that older links have, or `q`, by which other
 * sites search, for `search`.
 */
function stableAddress({ url }: FastifyRequest, slug: string, place: AskedPlace): LeadsTo | null {
  if (place.category === undefined) return null
  const address = new URL(url, 'http://host')
  const path = helpPath(slug, { category: place.category, article: place.article })
  const typed = address.searchParams.get('q')
  if (address.pathname === path && typed === null) return null
  if (typed !== null && !address.searchParams.has('search')) address.searchParams.set('search', typed)
  for (const name of ['tenant', 'article', 'tab', 'q']) address.searchParams.delete(name)
  const leadsTo = `${path}${address.search}`
  // The business may get its earlier slug again; what `q` means stays.
  return address.pathname === path ? { leadsTo, isPermanent: true } : { leadsTo }
}

const keyOf = ({ id }: Tenant, wanted: Wanted): string => JSON.stringify([id, wanted])

/** Null for an article or category that there is not, or not for customers. */
async function buildPage(builder: Builder, wanted: Wanted): Promise<SharedPage | null> {
  const { tenant } = builder
  const { place, language } = wanted
  if (place.category === undefined) return null
  if (place.article) {
    const found = await findOpenArticle(tenant, place.article)
    if (!found) return null
    const article = presentOpenArticle(found)
    return fill(builder, wanted, (reading, facts) => ({
      ...articleHead(facts, article),
      content: articleContent(reading, article),
      help: { article },
    }))
  }
  const query = { search: '', category: place.category }
  return buildListPage(builder, wanted, {
    ...query,
    articles: await listForPage(tenant, query, language),
    answer: null,
  })
}

const buildListPage = (builder: Builder, wanted: Wanted, results: HelpResults): Promise<SharedPage | null> =>
  fill(builder, wanted, (reading, facts) => {
    const { title, head } = listHead(facts, results.category)
    const content = listContent(reading, results)
    return { title, head: results.search ? NOT_INDEXED : head, content, help: results }
  })

const buildMissingPage = (builder: Builder, wanted: Wanted): Promise<SharedPage | null> =>
  fill(builder, wanted, (reading, facts) => ({ ...listHead(facts, null), content: missingContent(reading) }), 404)

/** For what search engines should not show. */
const NOT_INDEXED = '<meta name="robots" content="noindex">'

type Filled = { title: string; head: string; content: string; help?: object }
type Write = (reading: Reading, facts: PageFacts) => Filled

async function fill(
  { platform, parts, tenant, template }: Builder,
  { slug, language, isLanguageNamed, isOwnDomain }: Wanted,
  write: Write,
  status: SharedPage['status'] = 200,
): Promise<SharedPage | null> {
  const [page, row] = await Promise.all([parts.portalView(slug, language), getTenant(tenant)])
  if (!page) return null
  // Parsed by the contract, so that a page never shows more of a business than the API does.
  const portal = PortalView.parse(page.view)
  const urlOf = (path: string) => helpUrlOf(platform, row, path)
  const facts = { portal, language, isLanguageNamed, urlOf, icon: urlOf(iconOf(portal)) }
  const { title, head, content, help } = write(
    { portal, language, isLanguageNamed, host: new URL(urlOf('/')).host },
    facts,
  )
  const accountsAt = isOwnDomain ? { accountsAt: `${platform.baseUrl}/customer?tenant=${slug}` } : {}
  const brand = brandOf(portal)
  const accent = accentStyle(brand)
  const frame: Frame = {
    status: 200,
    title,
    brand,
    html: portalShell(portal, content),
    icon: iconOf(portal),
    initialData: { portal, ...accountsAt, ...(help ? { help } : {}) },
    isEmbeddable: false,
    embedOrigins: [],
    head: `${accent && `<style nonce="__NONCE__">${accent}</style>`}${status === 404 ? NOT_INDEXED : head}`,
  }
  return buildSharedPage(fillPage(template, frame), { status, styles: [brandStyle(frame), accent] })
}
