import { readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Frame, fillPage } from '#server/platform/web/pages.ts'
import { createPortalFrame } from './portal-frame.ts'

const view: PortalView = {
  slug: 'acme',
  name: 'Acme & <Sons>',
  status: 'ACTIVE',
  branding: {
    primaryColor: '#f5d90a',
    logo: null,
    favicon: null,
    welcomeMessage: 'Ask "anything"</p><script>alert(1)</script>',
  },
  businessInfo: {
    companyName: 'Acme',
    supportEmail: 'help@acme.example',
    website: 'https://acme.example',
    phone: '',
    address: '',
    emergencyPhone: '',
    description: '',
    timezone: 'Europe/London',
    businessHours: { start: '09:00', end: '17:00', days: ['monday'] },
  },
  heading: '',
  topics: [],
  customerExperience: {
    enableRatings: true,
    enableFeedback: true,
    showResponseTime: true,
    allowAnonymous: true,
    enableProactiveSupport: true,
  },
  allowPublicTickets: true,
  preChat: null,
  isOpenNow: true,
  opensAt: null,
  closesAt: null,
  isTeamAway: false,
  usualReplyMinutes: null,
  isDemo: false,
}

const errors: unknown[] = []
const platform = {
  baseUrl: 'https://segue.test',
  log: { error: (line: unknown) => errors.push(line) },
} as unknown as Platform

/** The first frame for an address, of a portal that exists, does not exist, or cannot be read. */
function frameOf(url: string, found: PortalView | null | Error = view) {
  const query = Object.fromEntries(new URL(url, 'http://x').searchParams)
  const frame = createPortalFrame(platform, {
    portalView: async () => {
      if (found instanceof Error) throw found
      return found && { view: found, embedOrigins: ['https://shop.example'] }
    },
    // A hostile slug too is the one that was asked for.
    slugOf: async () => (query.tenant && found && 'slug' in found ? found.slug : (query.tenant ?? null)),
    hasSession: () => false,
    widgetConfig: async () => null,
  })
  const servedHost = { kind: 'platform' }
  return frame.frameOf({ headers: {}, url, query, servedHost } as unknown as FastifyRequest) as Promise<Frame>
}

describe('[U1] the first frame of a portal page', () => {
  it('shows the reason when there is no active portal', async () => {
    const missing = await frameOf('/support')
    expect(missing).toMatchObject({
      status: 404,
      title: 'Invalid Support Link',
      initialData: { problem: 'missing_tenant' },
    })
    const unknown = await frameOf('/customer?tenant=nope', null)
    expect(unknown).toMatchObject({ status: 404, title: 'Tenant not found', initialData: { problem: 'not_found' } })
    const suspended = await frameOf('/support?tenant=acme', { ...view, status: 'SUSPENDED' })
    expect(suspended).toMatchObject({ status: 200, title: 'Support temporarily unavailable' })
    expect(suspended.initialData).toEqual({ problem: 'suspended', name: 'Acme & <Sons>' })
    expect(suspended.html).toContain('Acme &amp; &lt;Sons&gt; is not taking questions')
    const broken = await frameOf('/support?tenant=acme', new Error('no database'))
    expect(broken).toMatchObject({ status: 503, title: 'System error', initialData: { problem: 'unavailable' } })
    expect(errors).toHaveLength(1)
  })

  it('[U2] names without JavaScript the ways to reach the business, escaped, on every page and in a frame', async () => {
    const given = { ...view, businessInfo: { ...view.businessInfo, phone: '+44 20 "1"' } }
    for (const path of [
      '/support?tenant=acme',
      '/customer?tenant=acme&tab=submit-ticket',
      '/support?tenant=acme&embed=true',
    ]) {
      const { html } = await frameOf(path, given)
      const noscript = /<noscript>(.*)<\/noscript>/.exec(html)?.[1] ?? ''
      const { document } = parseHTML(`<body>${noscript}</body>`)
      const links = [...document.querySelectorAll('a')].map((one) => one.getAttribute('href'))
      const form = '/api/portal/acme/form'
      expect(links).toEqual([form, '/help/acme', 'mailto:help@acme.example', 'tel:+44201', 'https://acme.example/'])
      expect(noscript).toContain('reach Acme &amp; &lt;Sons&gt; here')
    }
  })

  it('shows name, welcome and a readable colour, and escapes markup in them', async () => {
    const frame = await frameOf('/support?tenant=acme')
    expect(frame.title).toBe('Acme &amp; &lt;Sons&gt; support')
    expect(frame.brand).toBe('#f5d90a')
    expect(frame.html).toContain('Ask &quot;anything&quot;&lt;/p&gt;&lt;script&gt;')
    expect(frame.html).not.toContain('<script')
    // White text on plain yellow would not be readable.
    expect(frame.html).toMatch(/--accent-fill:light-dark\(#(?!f5d90a)/)
    expect((await frameOf('/help?tenant=acme')).title).toContain('help center')
  })

  it('is shared and installed under the business’s name and icon, not as Segue', async () => {
    const built = readFileSync(new URL('../../../web/portal.html', import.meta.url), 'utf8')
    const { document } = parseHTML(fillPage(built, await frameOf('/support?tenant=acme')))
    const shown = (name: string) => document.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content')
    expect(shown('title')).toBe('Acme & <Sons> support')
    expect(shown('description')).toBe(view.branding.welcomeMessage)
    expect(shown('image')).toBe('https://segue.test/api/portal/acme/icon')
    expect(document.querySelector('link[rel="apple-touch-icon"]')?.getAttribute('href')).toBe(
      '/api/portal/acme/icon?side=192',
    )
    const manifests = [...document.querySelectorAll('link[rel="manifest"]')].map((link) => link.getAttribute('href'))
    expect(manifests).toEqual(['/api/portal/acme/manifest'])
  })

  it('shows no field that the API does not show, and ignores a colour or logo that is none', async () => {
    const leaky = {
      ...view,
      branding: { ...view.branding, logo: 'https://evil.example/x.png' },
      businessInfo: { ...view.businessInfo, industry: 'Secret trade' },
    }
    const frame = await frameOf('/support?tenant=acme', leaky)
    expect(JSON.stringify(frame.initialData)).not.toContain('Secret trade')
    expect(frame.html).not.toContain('evil.example')
    const injected = { ...view, branding: { ...view.branding, primaryColor: 'red}body{display:none' } }
    const broken = await frameOf('/support?tenant=acme', injected as PortalView)
    expect(broken.brand).toBe('#38beba')
  })

  it('allows a frame of another site only for the embedded chat', async () => {
    expect((await frameOf('/support?tenant=acme')).isEmbeddable).toBe(false)
    expect((await frameOf('/support?tenant=acme&embed=1')).isEmbeddable).toBe(false)
    const embedded = await frameOf('/support?tenant=acme&embed=true')
    expect(embedded).toMatchObject({ isEmbeddable: true, embedOrigins: ['https://shop.example'] })
    const suspended = await frameOf('/support?tenant=acme&embed=true', { ...view, status: 'SUSPENDED' })
    expect(suspended).toMatchObject({ isEmbeddable: true, embedOrigins: ['https://shop.example'] })
    const unread = await frameOf('/support?tenant=acme&embed=true', new Error('no database'))
    expect(unread.isEmbeddable).toBe(false)
    expect(embedded.html).toContain('pf-chat')
  })

  const PAGE = readFileSync(new URL('../../../web/portal.html', import.meta.url), 'utf8')
  const HOSTILE = [
    '</script><script>alert(1)</script>',
    '</title><script>alert(1)</script>',
    '<!--<script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '$& $1 $` \\u003c \u2028',
    '__NONCE__',
  ]
  const addresses = ['/support', '/customer', '/help'].flatMap((path) => [
    `${path}?tenant=acme`,
    `${path}?tenant=acme&embed=true`,
  ])

  it.each(addresses)('%s keeps every text of the business out of the markup, and its data whole', async (url) => {
    const scriptsOf = (html: string) =>
      [...parseHTML(html).document.querySelectorAll('script, style, [onerror], [onload]')].length
    const plain = fillPage(PAGE, await frameOf(url))
    for (const text of HOSTILE) {
      const hostile: PortalView = {
        ...view,
        slug: text,
        name: text,
        branding: { ...view.branding, welcomeMessage: text },
        businessInfo: { ...view.businessInfo, companyName: text, description: text, phone: text },
      }
      for (const status of ['ACTIVE', 'SUSPENDED'] as const) {
        const frame = await frameOf(url, { ...hostile, status })
        const html = fillPage(PAGE, frame)
        const { document } = parseHTML(html)
        expect(JSON.parse(document.querySelector('#initial-data')?.textContent ?? ''), text).toEqual(frame.initialData)
        expect(
          html.match(/<script type="application\/json" id="initial-data">(.*?)<\/script>/s)?.[1],
          text,
        ).not.toContain('<')
        expect(html, text).not.toContain('<script>alert')
        if (status === 'SUSPENDED') continue
        expect(scriptsOf(html), text).toBe(scriptsOf(plain))
        expect(document.querySelector('title')?.textContent, text).toContain(text.trim())
      }
    }
  })
})
