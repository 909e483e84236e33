import type { FastifyRequest } from 'fastify'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import type { FrontPageView } from '#contracts/signup/front-page.ts'
import * as m from '#i18n/messages.js'
import type { Platform } from '#server/platform/platform.ts'
import { pageLanguageOf } from '#server/platform/route/request-language.ts'
import { inLanguage, type Text } from '#server/platform/text/message.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { type LandingPage, withRoot } from '#server/platform/web/pages.ts'
import { getFrontPage } from './front-page.ts'

const PICTURE = '/landing/admin-dashboard-light-1200.webp'
const KEPT_MS = 30_000

/** The landing page: readable before any script runs, with what search engines and previews read of it, in the language of a request. */
export function createLandingPage(platform: Platform): LandingPage {
  const frontPage = keep(platform, () => getFrontPage(platform))
  return async (request, template) => {
    const locale = pageLanguageOf(request)
    const view = await frontPage()
    return withRoot(withHead(template, request, platform.baseUrl, locale), beginning(view, locale), view)
  }
}

/** Reads again what is older than 30 s. Null where it cannot be read: the page is shown without it, and its script reads it. */
function keep(platform: Platform, read: () => Promise<FrontPageView>): () => Promise<FrontPageView | null> {
  let kept: { view: FrontPageView; until: number } | null = null
  return async () => {
    const now = platform.clock.now().getTime()
    if (kept && now < kept.until) return kept.view
    try {
      kept = { view: await read(), until: now + KEPT_MS }
      return kept.view
    } catch (error) {
      platform.log.error({ err: error }, 'the landing page could not be prepared')
      return null
    }
  }
}

function withHead(page: string, request: FastifyRequest, baseUrl: string, locale: Language): string {
  const { lang } = (request.query ?? {}) as Record<string, unknown>
  const at = (language: string) => `${baseUrl}/?lang=${language}`
  const url = lang === locale ? at(locale) : `${baseUrl}/`
  const title = m.landing_window_title({}, { locale })
  const description = m.landing_lead({}, { locale })
  const shown = { type: 'website', title, description, url, site_name: 'Segue', image: `${baseUrl}${PICTURE}` }
  const head = [
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...LANGUAGES.map((language) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(at(language))}">`),
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(baseUrl)}/">`,
    ...Object.entries(shown).map(([name, value]) => `<meta property="og:${name}" content="${escapeHtml(value)}">`),
  ]
  return page
    .replace(/<title>.*?<\/title>/s, () => `<title>${escapeHtml(title)}</title>`)
    .replace('</head>', () => `${head.join('')}</head>`)
}

/** The same classes as the page itself (web/src/front/landing/frame.css), so that nothing moves when the page replaces it. */
function beginning(view: FrontPageView | null, locale: Language): string {
  const written = (message: Text) => escapeHtml(inLanguage(message, locale))
  const demo = view?.demos[0]
  const actions = [
    `<a class="lp-action lp-start lp-icon" href="#pricing">${written(m.landing_start)}</a>`,
    view && `<a class="lp-action lp-icon" href="${escapeHtml(view.filmUrl)}">${written(m.landing_film)}</a>`,
    demo &&
      `<a class="lp-action lp-quiet" href="/customer?tenant=${encodeURIComponent(demo.slug)}">${written(m.landing_demo)}</a>`,
  ]
  const words = `<h1>${written(m.landing_title)}</h1><p class="lp-lead">${written(m.landing_lead)}</p><div class="lp-actions">${actions.filter(Boolean).join('')}</div><p class="lp-note">${written(m.landing_no_key)}</p>`
  const figure = demo
    ? `<figure class="lp-demo"><div class="lp-demo-frame"></div><figcaption>${escapeHtml(m.landing_demo_caption({ name: demo.name }, { locale }))}</figcaption></figure>`
    : ''
  return `<div class="lp-page"><header class="lp-head"><span class="lp-wordmark">${written(m.brand_wordmark)}</span></header><main><section class="lp-hero${demo ? ' lp-with-demo' : ''}"><div class="lp-words">${words}</div>${figure}</section>${view ? noScript(view, locale) : ''}</main></div>`
}

function noScript({ contactEmail }: FrontPageView, locale: Language): string {
  const contact = `<a href="mailto:${escapeHtml(contactEmail)}">${escapeHtml(contactEmail)}</a>`
  return `<noscript><p class="lp-no-script">${escapeHtml(m.landing_no_script({}, { locale }))} ${contact}</p></noscript>`
}
