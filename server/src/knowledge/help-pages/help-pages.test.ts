import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveArticle, unpublishArticle } from '#contracts/knowledge/article-editing.ts'
import { getBranding, saveBranding } from '#contracts/tenant/branding.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { makeArticle, makeReading } from '#server/knowledge/fixture.ts'
import type { ArticleRow } from '#server/knowledge/schema.ts'
import type { SharedPage } from '#server/platform/web/shared-page.ts'
import { setTenantStatus } from '#server/tenant/service.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { type Asking, askNode, openPage, readyPageOf } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  // The clock stands still: no page is built anew because it is old.
  const now = new Date()
  h = await startHarness({ overrides: { clock: { now: () => now } } })
})
afterAll(() => h.stop())

const ask = (url: string, asking: Asking = {}, platform = h.platform) => askNode(platform, url, asking)
const open = (url: string, asking: Asking = {}, platform = h.platform) => openPage(platform, url, asking)
const readyPage = (url: string, platform = h.platform) => readyPageOf(platform, url)

const structured = ({ document }: { document: Document }) =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map((one) => JSON.parse(one.textContent ?? ''))

/** What customers read of it from now on. */
const publish = async (made: TestTenant, row: ArticleRow, change: object) => {
  const { title, summary, body, category, language, version } = row
  const owner = await h.member(made, 'owner')
  const text = { title, summary, body, category, language, version, ...change }
  return owner.call(saveArticle, { params: { articleId: row.id }, body: { ...text, publish: true } })
}

describe('the pages of a help centre', () => {
  test('[U8] an article is complete without a script: text, title, description, canonical address, previews, structured data', async () => {
    const made = await h.tenant('Wheel & Sons')
    const title = 'How do I build my bike?'
    await makeArticle(made.tenant, { slug: 'build', title })
    const page = await open(`/help/${made.slug}/build`)
    expect(page.status).toBe(200)
    const { document, attribute } = page
    expect(document.querySelector('article h1')?.textContent).toBe(title)
    expect(document.querySelector('article h2')?.textContent).toBe('Pedals')
    expect(document.title).toBe('How do I build my bike? · Wheel & Sons')
    expect(attribute('meta[name=description]', 'content')).toBe('Front wheel, bar, pedals: what to do in which order.')
    const url = `${h.platform.baseUrl}/help/${made.slug}/build`
    expect(attribute('link[rel=canonical]', 'href')).toBe(url)
    expect(attribute('meta[property="og:url"]', 'content')).toBe(url)
    expect(attribute('meta[property="og:title"]', 'content')).toContain('How do I build')
    expect(attribute('meta[property="og:image"]', 'content')).toBe(`${h.platform.baseUrl}/api/portal/${made.slug}/icon`)
    const data = structured(page)
    expect(data.map((one) => one['@type'])).toEqual(['Article', 'BreadcrumbList', 'FAQPage'])
    expect(data[0]).toMatchObject({ headline: title, inLanguage: 'en', publisher: { name: 'Wheel & Sons' } })
    const crumbs = (data[1].itemListElement as { name: string; item: string }[]).map(({ name }) => name)
    expect(crumbs).toEqual(['Help Center', 'Basics', title])
    expect(data[2].mainEntity[0]).toMatchObject({
      name: title,
      acceptedAnswer: { text: expect.stringMatching(/^Grease/) },
    })
    // The page's script begins with the same.
    const initial = JSON.parse(document.querySelector('#initial-data')?.textContent ?? '')
    expect(initial).toMatchObject({ portal: { slug: made.slug }, help: { article: { slug: 'build' } } })
  })

  test('[U8] the list and its categories link to every published article by its own address', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'a', title: 'Alpha' })
    await makeArticle(made.tenant, { slug: 'b', title: 'Beta', category: 'Technical', views: 1234 })
    const hrefs = async (url: string) =>
      [...(await open(url)).document.querySelectorAll('.hc-article')].map((one) => one.getAttribute('href'))
    expect(await hrefs(`/help/${made.slug}`)).toEqual([`/help/${made.slug}/a`, `/help/${made.slug}/b`])
    expect(await hrefs(`/help/${made.slug}/category/technical`)).toEqual([`/help/${made.slug}/b`])
    const list = await open(`/help/${made.slug}`)
    expect(list.text).toContain('1,234 views')
    expect(list.text).not.toContain('0 views')
    expect(list.attribute('a[aria-current]', 'href')).toBe(`/help/${made.slug}`)
    expect((await open(`/help/${made.slug}/category/technical`)).attribute('link[rel=canonical]', 'href')).toBe(
      `${h.platform.baseUrl}/help/${made.slug}/category/technical`,
    )
  })

  test('[U8] an article in several languages names the others to readers and to search engines', async () => {
    const made = await h.tenant()
    const translationGroup = crypto.randomUUID()
    await makeArticle(made.tenant, { translationGroup, slug: 'hours', title: 'Opening hours', language: 'en' })
    await makeArticle(made.tenant, { translationGroup, slug: 'zeiten', title: 'Öffnungszeiten', language: 'de' })
    const page = await open(`/help/${made.slug}/zeiten`)
    const alternates = [...page.document.querySelectorAll('link[rel=alternate]')].map((one) => [
      one.getAttribute('hreflang'),
      new URL(one.getAttribute('href') ?? '').pathname,
    ])
    expect(alternates).toEqual([
      ['en', `/help/${made.slug}/hours`],
      ['de', `/help/${made.slug}/zeiten`],
      ['x-default', `/help/${made.slug}/hours`],
    ])
    expect(page.attribute('article', 'lang')).toBe('de')
    expect(page.attribute('.hc-translations a', 'href')).toBe(`/help/${made.slug}/hours`)
    // The list is in the reader's language.
    const german = await open(`/help/${made.slug}?lang=de`)
    const titles = [german, await open(`/help/${made.slug}`, { languages: 'de' }), await open(`/help/${made.slug}`)]
    expect(titles.map(({ document }) => document.querySelector('.hc-article-title')?.textContent)).toEqual([
      'Öffnungszeiten',
      'Öffnungszeiten',
      'Opening hours',
    ])
    expect(german.attribute('link[rel=canonical]', 'href')).toMatch(/\?lang=de$/)
    expect(german.attribute('link[hreflang=fr]', 'href')).toMatch(/\?lang=fr$/)
    expect(german.document.querySelector('h1')?.textContent).not.toBe('Help Center')
  })

  test('[U8] an article that is not there in the reader’s language says so, in that language, and marks its own', async () => {
    const made = await h.tenant()
    const row = await makeArticle(made.tenant, { slug: 'zeiten', title: 'Öffnungszeiten', language: 'de' })
    const alike = await makeArticle(made.tenant, { slug: 'feiertage', title: 'Feiertage', language: 'de' })
    await makeReading(made.tenant, row, alike)
    const page = await open(`/help/${made.slug}/zeiten?lang=fr`)
    expect(page.attribute('html', 'lang')).toBe('en')
    expect(page.attribute('article', 'lang')).toBe('de')
    expect(page.attribute('.hc-note', 'lang')).toBe('fr')
    expect(page.document.querySelector('.hc-note')?.textContent).toContain('français')
    expect(page.attribute('.hc-related a', 'href')).toBe(`/help/${made.slug}/feiertage`)
    expect(page.attribute('.hc-related a', 'lang')).toBe('de')
    expect((await open(`/help/${made.slug}?lang=fr`)).attribute('.hc-article', 'lang')).toBe('de')
    const own = await open(`/help/${made.slug}/zeiten?lang=de`)
    expect([own.attribute('.hc-note', 'lang'), own.attribute('.hc-related a', 'lang')]).toEqual([null, null])
  })

  test('[U8] no text of a business becomes markup, in the page, its head or its structured data', async () => {
    const hostile = [
      '</script><script>alert(1)</script>',
      '</title><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onload='alert(1)",
      '</article></main><script>alert(1)</script>',
      '$& $1 $` \\u003c',
      ' nonce="__NONCE__"',
    ]
    const plainTenant = await h.tenant()
    await makeArticle(plainTenant.tenant, { slug: 'plain' })
    const scriptsOf = (document: Document) =>
      document.querySelectorAll('script, style, img, [onerror], [onload]').length
    const [plainList, plain] = [await open(`/help/${plainTenant.slug}`), await open(`/help/${plainTenant.slug}/plain`)]
    for (const text of hostile) {
      const made = await h.tenant(`Acme ${text}`)
      await makeArticle(made.tenant, { slug: 'bad', title: text, summary: text, body: `${text}\n\n[x](javascript:a)` })
      for (const [page, same] of [
        [await open(`/help/${made.slug}/bad`), plain],
        [await open(`/help/${made.slug}`), plainList],
      ] as const) {
        expect(page.text, text).not.toContain('<script>alert')
        expect(scriptsOf(page.document), text).toBe(scriptsOf(same.document))
        expect(page.document.querySelectorAll('a[href^=javascript]').length).toBe(0)
        expect(page.document.title, text).toContain(text.trim().slice(0, 5))
      }
      const initial = parseHTML((await open(`/help/${made.slug}/bad`)).text).document.querySelector('#initial-data')
      expect(JSON.parse(initial?.textContent ?? '').help.article.title).toBe(text)
    }
  })

  test('[U8] drafts, articles of others and unknown ones get the same 404; a suspended business has no help centre', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    await makeArticle(made.tenant, { slug: 'draft', title: 'Secret plan', isPublished: false })
    await makeArticle(made.tenant, { slug: 'open' })
    await makeArticle(other.tenant, { slug: 'theirs', title: 'Their secret' })
    const pages = await Promise.all(
      ['draft', 'theirs', 'never', 'nul%00', 'category/nonsense'].map((path) => open(`/help/${made.slug}/${path}`)),
    )
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(pages[0]).toMatchObject({ status: 404 })
    expect(pages[0]?.text).not.toContain('ecret')
    expect(pages[0]?.attribute('meta[name=robots]', 'content')).toBe('noindex')
    expect((await open(`/help/${made.slug}`)).text).not.toContain('ecret')
    await made.tenant.tx((t) => setTenantStatus(t, 'SUSPENDED'))
    await expect.poll(() => ask(`/help/${made.slug}/open`)).toBeNull()
    expect(await ask('/help/no-such-business')).toBeNull()
  })

  test('[U8] the older form of an address leads to the stable one, and keeps what else it says', async () => {
    const made = await h.tenant()
    const at = `/help/${made.slug}`
    expect(await ask(`/help?tenant=${made.slug}`)).toEqual({ leadsTo: at })
    expect(await ask(`/help?tenant=${made.slug}&article=build&utm_source=mail`)).toEqual({
      leadsTo: `${at}/build?utm_source=mail`,
    })
    expect(await ask(`/help?tenant=${made.slug}&article=//evil.example`)).toEqual({
      leadsTo: `${at}/%2F%2Fevil.example`,
    })
    expect(await ask(`${at}?tab=my-tickets`)).toBeNull()
    expect(await ask(`${at}?embed=true`)).toBeNull()
    // Under the domain of a business nobody else's pages are shown.
    expect(await ask(at, { servedHost: { kind: 'portal', slugs: ['somebody-else'] } })).toBeNull()
    expect(await ask(at, { servedHost: { kind: 'unknown' } })).toBeNull()
  })
})

describe('the kept pages of a help centre', () => {
  test('[U8] a page that was asked for before is answered from memory until anything it shows has changed, at every process', async () => {
    const made = await h.tenant()
    const row = await makeArticle(made.tenant, { slug: 'returns', title: 'Returns', body: 'Within 45 days.' })
    const second = await h.secondNode()
    const nodes = [h.platform, second.platform]
    const [list, article] = [`/help/${made.slug}`, `/help/${made.slug}/returns`]
    const openBoth = () => Promise.all(nodes.flatMap((node) => [open(list, {}, node), open(article, {}, node)]))
    const ready = () => nodes.flatMap((node) => [readyPage(list, node), readyPage(article, node)])
    const isForgotten = () => expect.poll(ready).toEqual([null, null, null, null])
    expect(ready()).toEqual([null, null, null, null])
    await openBoth()
    for (const page of ready()) expect(page).toContain('Returns')
    expect(readyPage('/help/no-such-business')).toBeNull()

    const moved = await publish(made, row, { title: 'Sending back', category: 'Support' })
    await isForgotten()
    await openBoth()
    for (const page of ready()) expect(page).toContain('Sending back')
    expect((await open(`/help/${made.slug}/category/support`)).text).toContain('Sending back')
    expect((await open(`/help/${made.slug}/category/basics`)).text).not.toContain('Sending back')

    const owner = await h.member(made, 'owner')
    const { version } = await owner.call(getBranding)
    await owner.call(saveBranding, { body: { version, welcomeMessage: 'Good morning' } })
    await isForgotten()
    await openBoth()
    for (const page of ready()) expect(page).toContain('Good morning')

    await owner.call(unpublishArticle, { params: { articleId: row.id }, body: { version: moved.version } })
    await isForgotten()
    expect((await open(article)).status).toBe(404)
    expect(readyPage(article)).toBeNull()
    await open(list)
    expect(readyPage(list)).not.toBeNull()
    await made.tenant.tx((t) => setTenantStatus(t, 'SUSPENDED'))
    await expect.poll(() => readyPage(list)).toBeNull()
    await second.stop()
  })

  test('[U8] a page is built once and compressed; what it shows changed, every process builds it anew', async () => {
    const made = await h.tenant()
    const row = await makeArticle(made.tenant, { slug: 'returns', body: 'Within 45 days.' })
    const second = await h.secondNode()
    // Processes of one installation have one address.
    second.platform.baseUrl = h.platform.baseUrl
    const nodes = [h.platform, second.platform]
    const path = `/help/${made.slug}/returns`
    const texts = () => Promise.all(nodes.map(async (node) => (await open(path, {}, node)).text))
    const [here, there] = await Promise.all(nodes.map((node) => ask(path, {}, node) as Promise<SharedPage>))
    expect(await ask(path)).toBe(here)
    expect(await ask(path, {}, second.platform)).toBe(there)
    // The same bytes everywhere, so that a visitor's copy counts at every process.
    expect(here?.etag).toBe(there?.etag)
    expect(brotliDecompressSync(here?.compressed?.br ?? '').equals(here?.html ?? Buffer.of())).toBe(true)
    expect(gunzipSync(here?.compressed?.gzip ?? '').equals(here?.html ?? Buffer.of())).toBe(true)

    const saved = await publish(made, row, { body: 'Within 60 days.' })
    await expect.poll(async () => (await texts()).every((text) => text.includes('60 days'))).toBe(true)
    expect((await texts()).join()).not.toContain('45 days')

    const owner = await h.member(made, 'owner')
    await owner.call(saveSettings, { body: { version: 1, businessInfo: { companyName: 'Renamed Ltd' } } })
    await expect.poll(async () => (await texts()).every((text) => text.includes('Renamed Ltd'))).toBe(true)

    await owner.call(unpublishArticle, { params: { articleId: row.id }, body: { version: saved.version } })
    await expect
      .poll(async () => (await Promise.all(nodes.map((node) => open(path, {}, node)))).map(({ status }) => status))
      .toEqual([404, 404])
    await second.stop()
  })

  test('[U8] a change of one business leaves the pages of others kept', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const row = await makeArticle(made.tenant, { slug: 'one' })
    await makeArticle(other.tenant, { slug: 'two' })
    const kept = await ask(`/help/${other.slug}/two`)
    const before = await ask(`/help/${made.slug}/one`)
    await publish(made, row, { body: 'Changed.' })
    await expect.poll(async () => (await ask(`/help/${made.slug}/one`)) !== before).toBe(true)
    expect(await ask(`/help/${other.slug}/two`)).toBe(kept)
  })
})
