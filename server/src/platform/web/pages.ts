import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EmbedOrigins } from '#contracts/tenant/tenant.ts'
import type { WidgetConfig } from '#contracts/tenant/widget.ts'
import type { Platform } from '#server/platform/platform.ts'
import { linksOf, readPage, WEB } from './built-pages.ts'
import { contentPolicy } from './content-policy.ts'
import { mountLoader } from './loader.ts'
import { type SharedPage, sendSharedPage } from './shared-page.ts'
import { mountSitemaps } from './sitemap.ts'

/** The first frame of a portal page, shown before any script runs. `html` is markup with its values already escaped. */
export type Frame = {
  status: 200 | 404 | 503
  title: string
  /** `#rrggbb`, becomes `--brand`. */
  brand: string
  html: string
  /** Address of the page's icon; null: Segue's own. */
  icon: string | null
  /** JSON for the page's script, so that it needs no request for data that the server already has. */
  initialData: unknown
  /** Whether other sites may show the page in a frame. */
  isEmbeddable: boolean
  /** The origins of these sites; none: every site. */
  embedOrigins: readonly string[]
  /** Markup for search engines and previews, its values already escaped. */
  head?: string
}
/** Where the page is instead: the portal has another address now, or another host. */
export type LeadsTo = {
  leadsTo: string
  /** Browsers and search engines may keep that it is there. */
  isPermanent?: true
}
export type PortalFrame = {
  frameOf(request: FastifyRequest): Promise<Frame | LeadsTo>
  /** Whether the request has a session cookie of the desk; the page checks whether the session is still valid. */
  hasSession(request: FastifyRequest): boolean
  /** What the widget of the request's business shows; null where there is none. */
  widgetOf(request: FastifyRequest): Promise<WidgetConfig | null>
}

/** The help centres: pages for readers and search engines, complete without a script. */
export type HelpPages = {
  /** Null where the portal's frame says why there is none. `template`: the built page in the visitor's language. */
  pageOf(request: FastifyRequest, template: string): Promise<SharedPage | LeadsTo | null>
  /** The page of a request that was asked for before, where nothing has changed since; answers in memory. */
  readyPageOf(request: FastifyRequest): SharedPage | null
  /** The sitemap of the help centre that a request is about; null where there is none. */
  sitemapOf(request: FastifyRequest): Promise<string | null>
}

/** The landing page for a request, made from the built page in the visitor's language. */
export type LandingPage = (request: FastifyRequest, template: string) => Promise<string>

const PORTAL_PATHS = ['/customer', '/support']
const HELP_PATHS = ['/help', '/help/:tenant', '/help/:tenant/:article', '/help/:tenant/category/:category']
/** The sign-in page and the desk share these paths: a visitor without a session gets the sign-in page. */
const DESK_PATHS = ['/admin', '/dashboard']
/** The visitors' pages: the ways to sign up, and the checkout where Stripe is not connected. */
const FRONT_PATHS = [
  '/signup',
  '/signup/:plan',
  '/new-signup/:plan',
  '/simple-signup/:plan',
  '/onboarding/:plan',
  '/gift',
  '/gift/:token',
  '/test-checkout/:checkoutId',
]
/** The platform owner's panel and reset tool; each sends whoever is not the owner to the sign-in page. */
const OWNER_PATHS = ['/super-admin', '/admin-reset']

/** The pages of accounts that are not signed in, whoever opens them. */
const ENTRY_PATHS = ['/signin', '/signin/callback', '/forgot-password', '/reset-password', '/verify-email', '/invite']

type Page = 'desk' | 'portal' | 'entry' | 'front'

/** Serves the built screens: hashed assets are cached forever, pages never, because each has a new nonce. */
export async function mountWeb(
  app: FastifyInstance,
  platform: Platform,
  portal: PortalFrame,
  help: HelpPages,
  landing: LandingPage,
): Promise<void> {
  if (!existsSync(join(WEB, 'desk.html'))) {
    platform.log.warn('the screens are not built (npm start builds them); only the API answers')
    return
  }
  const pages = {
    desk: await readPage('desk.html'),
    owner: await readPage('owner.html'),
    portal: await readPage('portal.html', { paintsEarly: true }),
    help: await readPage('portal.html', { links: await linksOf('src/portal/help/help-center.tsx') }),
    entry: await readPage('sign-in.html', { paintsEarly: true }),
    front: await readPage('front.html', { paintsEarly: true }),
    landing: (request: FastifyRequest) => landing(request, pages.front(request)),
  }
  await mountFiles(app)
  mountSitemaps(app, platform, (request) => help.sitemapOf(request))
  await mountLoader(app, join(WEB, 'widget.js'), (request) => portal.widgetOf(request))
  const { guideVideoUrl } = platform.config
  const media = guideVideoUrl ? `'self' ${new URL(guideVideoUrl).origin}` : "'self'"
  const hidden = { schema: { hide: true } } as const
  const deskOrEntry = (request: FastifyRequest): Page => (portal.hasSession(request) ? 'desk' : 'entry')
  const sendPortal = async (request: FastifyRequest, reply: FastifyReply) => {
    const frame = await portal.frameOf(request)
    return 'leadsTo' in frame
      ? reply.redirect(frame.leadsTo)
      : sendPage(reply, pages.portal(request), frame.status, media, frame)
  }
  for (const path of PORTAL_PATHS) app.get(path, hidden, sendPortal)
  for (const path of HELP_PATHS) {
    app.get(path, hidden, async (request, reply) => {
      const page = await help.pageOf(request, pages.help(request))
      if (!page) return sendPortal(request, reply)
      if (!('leadsTo' in page)) return sendSharedPage(request, reply, page)
      return reply.redirect(page.leadsTo, page.isPermanent ? 301 : 302)
    })
  }
  /** A page of the platform. The domain of a business has its portal alone, at `/` too; an unknown host has no page. */
  const getPage = (path: string, pageOf: (request: FastifyRequest) => keyof typeof pages, status = 200) =>
    app.get(path, hidden, async (request, reply) => {
      const { kind } = request.servedHost
      if (kind === 'portal' && path !== '/') return reply.redirect('/')
      return kind === 'platform'
        ? sendPage(reply, await pages[pageOf(request)](request), status, media)
        : sendPortal(request, reply)
    })
  for (const path of DESK_PATHS) getPage(path, deskOrEntry)
  // Also with the cookie of a session that has ended: the desk sends such a visitor to the sign-in.
  for (const path of ENTRY_PATHS) getPage(path, () => 'entry')
  // The landing page, or the desk for whoever is signed in.
  getPage('/', (request) => (portal.hasSession(request) ? 'desk' : 'landing'))
  for (const path of FRONT_PATHS) getPage(path, () => 'front')
  for (const path of OWNER_PATHS) getPage(path, (request) => (portal.hasSession(request) ? 'owner' : 'entry'))
  // Any other address gets a page with status 404, except under /api/, which has its error reply.
  app.get('/*', hidden, async (request, reply) => {
    // The decoded path: an escaped `/%61pi/` is under /api/ too.
    if ((request.params as { '*': string })['*'].startsWith('api/')) return reply.callNotFound()
    if (request.servedHost.kind === 'unknown') return reply.callNotFound()
    if (request.servedHost.kind === 'portal') return reply.redirect('/')
    return sendPage(reply, pages[deskOrEntry(request)](request), 404, media)
  })
}

/** Hashed assets are cached forever, other files for an hour. */
async function mountFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(WEB, 'assets'),
    prefix: '/assets/',
    index: false,
    // The build has compressed the assets (scripts/build-web.mjs).
    preCompressed: true,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  await app.register(fastifyStatic, {
    root: WEB,
    index: false,
    wildcard: false,
    decorateReply: false,
    // Templates, which only `sendPage` and the widget's loader fill in.
    globIgnore: ['**/*.html', 'widget.js', 'assets/**', '.vite/**'],
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=3600')
    },
  })
}

function sendPage(reply: FastifyReply, page: string, status: number, media: string, frame?: Frame): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const ancestors = ancestorsOf(frame)
  if (frame?.isEmbeddable) reply.removeHeader('x-frame-options')
  const sources = { scripts: `'nonce-${nonce}'`, styles: `'nonce-${nonce}'`, media, ancestors }
  reply.header('content-security-policy', contentPolicy(sources))
  if (status === 503) reply.header('retry-after', '2')
  const html = (frame ? fillPage(page, frame) : page).replaceAll('__NONCE__', nonce)
  return reply.code(status).type('text/html; charset=utf-8').send(html)
}

/** The value of `frame-ancestors`. With named sites Segue's own pages may show the frame too, for a preview. */
function ancestorsOf(frame: Frame | undefined): string {
  if (!frame?.isEmbeddable) return "'none'"
  if (frame.embedOrigins.length === 0) return '*'
  // What is no origin would change the policy; it was refused when it was saved.
  return ["'self'", ...frame.embedOrigins.filter((origin) => EmbedOrigins.safeParse([origin]).success)].join(' ')
}

const ROOT = /<div id="root">.*?<\/div><\/div>|<div id="root">.*?<\/div>/s

/** The text of the page's own style element. */
export const brandStyle = ({ brand }: Pick<Frame, 'brand'>): string => `:root{--brand:${brand}}`

/** Puts the first frame into a built page. The initial data may contain any text: it cannot end its script element. */
export function fillPage(page: string, frame: Frame): string {
  const head = `<style nonce="__NONCE__">${brandStyle(frame)}</style>${frame.head ?? ''}</head>`
  // Segue's own manifest describes another app than the business's.
  const icons = frame.icon
    ? page
        .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${frame.icon}" />`)
        .replace(/<link rel="apple-touch-icon"[^>]*>/, `<link rel="apple-touch-icon" href="${frame.icon}?side=192" />`)
        .replace(/<link rel="manifest"[^>]*>/, '')
    : page
  const filled = icons
    .replace(/<title>.*?<\/title>/s, () => `<title>${frame.title}</title>`)
    .replace('</head>', () => head)
  return withRoot(filled, frame.html, frame.initialData)
}

/** A built page with what it shows before its script runs (markup with its values already escaped), and with the script's initial data. */
export function withRoot(page: string, html: string, initialData: unknown): string {
  // `<` in JSON would end the element; as an escape it is the same JSON.
  const json = JSON.stringify(initialData).replaceAll('<', '\\u003c')
  return page
    .replace('</head>', () => `<script type="application/json" id="initial-data">${json}</script></head>`)
    .replace(ROOT, () => `<div id="root">${html}</div>`)
}
