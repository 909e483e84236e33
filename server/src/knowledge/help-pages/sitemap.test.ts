import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArticle } from '#server/knowledge/fixture.ts'
import type { ServedHost } from '#server/platform/route/served-host.ts'
import { portalSlugOf, setTenantStatus } from '#server/tenant/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { createHelpPages } from './page.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

function sitemapOf(slug: string, servedHost: ServedHost = { kind: 'platform' }) {
  const pages = createHelpPages(h.platform, {
    portalView: async () => null,
    slugOf: ({ params }) =>
      portalSlugOf(h.platform, { query: (params as { tenant: string }).tenant, host: 'localhost' }),
  })
  return pages.sitemapOf({ params: { tenant: slug }, query: {}, servedHost } as unknown as FastifyRequest)
}

test('[U8] a sitemap has the list and every published article of one business, with its languages and its last change', async () => {
  const [made, other] = [await h.tenant(), await h.tenant()]
  const translationGroup = crypto.randomUUID()
  await makeArticle(made.tenant, { translationGroup, slug: 'hours', language: 'en' })
  await makeArticle(made.tenant, { translationGroup, slug: 'zeiten&mehr', language: 'de' })
  await makeArticle(made.tenant, { slug: 'draft', isPublished: false })
  await makeArticle(other.tenant, { slug: 'foreign' })
  const xml = (await sitemapOf(made.slug)) ?? ''
  const base = `${h.platform.baseUrl}/help/${made.slug}`
  const found = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  expect(found.sort()).toEqual([base, `${base}/hours`, `${base}/zeiten%26mehr`])
  expect(xml).toContain(`hreflang="de" href="${base}/zeiten%26mehr"`)
  expect(xml.match(/<lastmod>\d{4}-\d\d-\d\dT/g)).toHaveLength(2)
})

test('[U8] an unknown or suspended business, and another one on the domain of a business, has no sitemap', async () => {
  const [made, other] = [await h.tenant(), await h.tenant()]
  expect(await sitemapOf('nobody-at-all')).toBeNull()
  expect(await sitemapOf(other.slug, { kind: 'portal', slugs: [made.slug] })).toBeNull()
  expect(await sitemapOf(made.slug, { kind: 'portal', slugs: [made.slug] })).toContain('<urlset')
  await made.tenant.tx((t) => setTenantStatus(t, 'SUSPENDED'))
  await expect.poll(() => sitemapOf(made.slug)).toBeNull()
})
