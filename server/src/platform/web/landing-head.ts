import type { FastifyRequest } from 'fastify'
import { LANGUAGES } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { pageLanguageOf } from '#server/platform/route/request-language.ts'
import { escapeHtml } from '#server/platform/text/text.ts'

const PICTURE = '/landing/admin-dashboard-light-1200.webp'

/** The landing page with what search engines and previews read of it, in the language of a request. */
export function withLandingHead(page: string, request: FastifyRequest, baseUrl: string): string {
  const locale = pageLanguageOf(request)
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
