import type { FastifyRequest } from 'fastify'
import type { Language } from '#contracts/languages.ts'
import { accentTokens, isHexColor } from '#contracts/tenant/accent.ts'
import { PortalView } from '#contracts/tenant/portal.ts'
import type { WidgetConfig } from '#contracts/tenant/widget.ts'
import * as m from '#i18n/messages.js'
import type { Platform } from '#server/platform/platform.ts'
import { pageLanguageOf } from '#server/platform/route/request-language.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import type { Frame, LeadsTo, PortalFrame } from '#server/platform/web/pages.ts'
import { readPreview, type WidgetRequest } from './widget.ts'
import { withoutScript } from './without-script.ts'

/** A portal with the origins that may embed its chat; none: every site. */
export type PortalPage = { view: PortalView; embedOrigins: readonly string[] }

type Parts = {
  portalView(slug: string, language: Language): Promise<PortalPage | null>
  /** The slug a page is about, from query, host or default; null when there is none. */
  slugOf(request: FastifyRequest): Promise<string | null>
  hasSession(request: FastifyRequest): boolean
  widgetConfig(request: WidgetRequest): Promise<WidgetConfig | null>
}

type Problem = 'missing_tenant' | 'not_found' | 'suspended' | 'unavailable'
const STATUS_OF_PROBLEM = { missing_tenant: 404, not_found: 404, suspended: 200, unavailable: 503 } as const

/** `accountsAt`: where to sign in instead, on the domain of a business (platform/route/served-host.ts). */
type Found = { portal: PortalView; accountsAt?: string } | { problem: Problem; name?: string }

const BRAND = '#38beba'

/** The first frame of the customer pages: the business's name, branding and welcome, rendered before any script runs. */
export const createPortalFrame = (platform: Platform, parts: Parts): PortalFrame => ({
  hasSession: parts.hasSession,
  frameOf: async (request) => {
    const page = await find(platform, parts, request)
    if ('leadsTo' in page) return page
    const { found, embedOrigins } = page
    const isEmbeddable = (request.query as Record<string, unknown> | undefined)?.embed === 'true'
    const isHelp = /^\/help\b/.test(request.url)
    const locale = pageLanguageOf(request)
    const frame =
      'portal' in found
        ? {
            ...portalFrame(found, isEmbeddable, isHelp, locale),
            head: previewOf(found.portal, platform.baseUrl, locale),
          }
        : problemFrame(found, isEmbeddable, locale)
    // Search engines drop what is in the help centre of a suspended business.
    const isGone = isHelp && 'problem' in found && found.problem === 'suspended'
    return { ...frame, embedOrigins, ...(isGone ? { status: 404 as const } : {}) }
  },
  widgetOf: async (request) => {
    try {
      const slug = await parts.slugOf(request)
      const { lang, preview } = (request.query ?? {}) as Record<string, unknown>
      const language = pageLanguageOf(request)
      const given = { slug: slug ?? '', language, isGiven: lang === language, preview: readPreview(preview) }
      return slug ? await parts.widgetConfig(given) : null
    } catch (error) {
      platform.log.error({ err: error }, 'a widget could not be prepared')
      return null
    }
  },
})

type FoundPage = { found: Found; embedOrigins: readonly string[] }

async function find(platform: Platform, parts: Parts, request: FastifyRequest): Promise<FoundPage | LeadsTo> {
  try {
    const isServed = request.servedHost.kind !== 'unknown'
    const slug = isServed ? await parts.slugOf(request) : null
    if (!slug) return { found: { problem: 'missing_tenant' }, embedOrigins: [] }
    const page = await parts.portalView(slug, pageLanguageOf(request))
    if (!page) return { found: { problem: 'not_found' }, embedOrigins: [] }
    const { view, embedOrigins } = page
    const leadsTo = otherAddress(platform, request, { asked: slug, slug: view.slug })
    if (leadsTo) return { leadsTo }
    if (view.status !== 'ACTIVE') return { found: { problem: 'suspended', name: view.name }, embedOrigins }
    // Parsed by the contract, so that a page never shows more of a business than the API does.
    const isOwnDomain = request.servedHost.kind === 'portal'
    const accountsAt = isOwnDomain ? { accountsAt: `${platform.baseUrl}/customer?tenant=${slug}` } : {}
    return { found: { portal: PortalView.parse(view), ...accountsAt }, embedOrigins }
  } catch (error) {
    platform.log.error({ err: error }, 'a portal page could not be prepared')
    return { found: { problem: 'unavailable' }, embedOrigins: [] }
  }
}

/**
 * Where a link leads whose portal is elsewhere: the same page under the portal's present slug; from the domain of a business, which shows
 * nobody else's portal, the platform's host. Null where the portal is here.
 */
function otherAddress(
  { baseUrl, config }: Platform,
  { servedHost, url, protocol, host, query }: FastifyRequest,
  { asked, slug }: { asked: string; slug: string },
): string | null {
  if (servedHost.kind === 'portal')
    return servedHost.slugs.includes(slug) ? null : `${baseUrl}/customer?${new URLSearchParams({ tenant: slug })}`
  if (asked === slug) return null
  const address = new URL(url, baseUrl)
  if ((query as Record<string, unknown>).tenant !== undefined) {
    address.searchParams.set('tenant', slug)
    return `${address.pathname}${address.search}`
  }
  const isSubdomain = config.baseDomain !== null && host.toLowerCase().startsWith(`${asked}.${config.baseDomain}`)
  return isSubdomain ? `${protocol}://${slug}${host.slice(asked.length)}${url}` : null
}

type FrameContent = Omit<Frame, 'embedOrigins'>

function portalFrame(
  found: { portal: PortalView; accountsAt?: string },
  isEmbeddable: boolean,
  isHelp: boolean,
  locale: Language,
): FrameContent {
  const { portal } = found
  const brand = brandOf(portal)
  const business = portal.name
  const title = isEmbeddable ? m.portal_title_chat : isHelp ? m.portal_title_help_center : m.portal_title_help
  const html = isEmbeddable ? embedded(portal, locale) : page(portal, isHelp, locale)
  return {
    status: 200,
    title: escapeHtml(title({ business }, { locale })),
    brand,
    html: styleElement(accentStyle(brand)) + html,
    icon: iconOf(portal),
    initialData: found,
    isEmbeddable,
  }
}

/** What is shown of a link to the portal where it is shared, and of the portal on a phone's home screen. */
function previewOf(portal: PortalView, baseUrl: string, locale: Language): string {
  const description = portal.branding.welcomeMessage || m.portal_welcome_default({}, { locale })
  const shown = {
    type: 'website',
    title: m.portal_title_help({ business: portal.name }, { locale }),
    description,
    site_name: portal.name,
    image: `${baseUrl}${iconOf(portal)}`,
  }
  const tags = Object.entries(shown).map(
    ([name, value]) => `<meta property="og:${name}" content="${escapeHtml(value)}">`,
  )
  const manifest = `<link rel="manifest" href="/api/portal/${encodeURIComponent(portal.slug)}/manifest">`
  return `<meta name="description" content="${escapeHtml(description)}">${tags.join('')}${manifest}`
}

/** The portal's colour as `#rrggbb`; Segue's own where the business has none. */
export const brandOf = ({ branding: { primaryColor } }: PortalView): string =>
  isHexColor(primaryColor) ? primaryColor : BRAND

/** The path of the portal's icon. */
export const iconOf = ({ slug }: PortalView): string => `/api/portal/${encodeURIComponent(slug)}/icon`

/** The style sheet of a portal's colour; empty for Segue's own, which has its tokens in the pages' style sheets. */
export function accentStyle(brand: string): string {
  const tokens = Object.entries(accentTokens(brand)).map(([name, value]) => `${name}:${value}`)
  return brand.toLowerCase() === BRAND ? '' : `:root{${tokens.join(';')}}`
}

const styleElement = (style: string) => style && `<style nonce="__NONCE__">${style}</style>`

/** The same classes as the page itself (web/src/portal/frame.css), so that the layout does not shift when the page replaces it. */
function page(portal: PortalView, isHelp: boolean, locale: Language): string {
  const welcome = escapeHtml(portal.branding.welcomeMessage || m.portal_welcome_default({}, { locale }))
  const hero = `<section class="pf-hero"><h1 class="pf-heading">${escapeHtml(portal.heading || m.portal_home_heading({}, { locale }))}</h1><p class="pf-welcome">${welcome}</p></section>`
  const help = `<h1 class="pf-title">${escapeHtml(m.portal_help_heading({}, { locale }))}</h1>`
  return portalShell(portal, (isHelp ? help : hero) + withoutScript(portal, locale))
}

/** The frame of a portal's page around a content, which is markup with its values already escaped. */
export const portalShell = (portal: PortalView, content: string): string =>
  `<div class="pf-shell"><header class="pf-side"><div class="pf-brand">${brandHtml(portal)}</div></header><main class="pf-main"><div class="pf-column">${content}</div></main></div>`

function embedded(portal: PortalView, locale: Language): string {
  return `<div class="pf-chat"><header class="pf-bar">${brandHtml(portal)}</header>${withoutScript(portal, locale)}</div>`
}

function brandHtml({ name, branding }: PortalView): string {
  const hasLogo = branding.logo?.startsWith('data:image/') || branding.logo?.startsWith('/api/portal/')
  const initial = escapeHtml([...name.trim()][0]?.toUpperCase() ?? '')
  const logo = hasLogo
    ? `<img class="pf-logo" src="${escapeHtml(branding.logo ?? '')}" alt="">`
    : `<span class="pf-logo pf-initial" aria-hidden="true">${initial}</span>`
  return `${logo}<span class="pf-name">${escapeHtml(name)}</span>`
}

function problemFrame(
  found: { problem: Problem; name?: string },
  isEmbeddable: boolean,
  locale: Language,
): FrameContent {
  const { title, text } = problemText(found, locale)
  return {
    status: STATUS_OF_PROBLEM[found.problem],
    title: escapeHtml(title),
    brand: BRAND,
    html: `<main class="pf-problem"><h1 class="pf-title">${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>`,
    icon: null,
    initialData: found,
    // Whose page it is could not be read, so neither which sites may embed it.
    isEmbeddable: isEmbeddable && found.problem !== 'unavailable',
  }
}

function problemText(
  { problem, name }: { problem: Problem; name?: string },
  locale: Language,
): { title: string; text: string } {
  switch (problem) {
    case 'missing_tenant':
      return { title: m.portal_problem_link_title({}, { locale }), text: m.portal_problem_link_text({}, { locale }) }
    case 'not_found':
      return {
        title: m.portal_problem_unknown_title({}, { locale }),
        text: m.portal_problem_unknown_text({}, { locale }),
      }
    case 'suspended':
      return {
        title: m.portal_problem_suspended_title({}, { locale }),
        text: m.portal_problem_suspended_text({ business: name ?? '' }, { locale }),
      }
    default:
      return {
        title: m.portal_problem_system_title({}, { locale }),
        text: m.portal_problem_system_text({}, { locale }),
      }
  }
}
