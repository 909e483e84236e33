import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listArticles } from '#contracts/knowledge/article.ts'
import { listDeskArticles } from '#contracts/knowledge/article-editing.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import { searchKnowledge } from '#server/knowledge/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { addStarterArticles, replaceStarterArticles } from './starter-articles.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const OWN: Record<string, [string, string]> = {
  Technology: ['first-steps', 'report-a-fault'],
  Healthcare: ['appointments', 'what-to-bring'],
  Finance: ['documents', 'fraud'],
  Retail: ['delivery', 'returns'],
  Education: ['course-cancellation', 'enrolment'],
  Manufacturing: ['spare-parts', 'warranty'],
  Services: ['appointments', 'cancellation'],
  Other: ['complaints', 'how-to-order'],
  'no such industry': ['complaints', 'how-to-order'],
}

describe('starter articles', () => {
  test.each(Object.entries(OWN))(
    '[K7] of the industry %s are four for everybody and two of its own',
    async (industry, own) => {
      const made = await h.tenant()
      await made.tenant.tx((t) => addStarterArticles(t, { language: 'en', industry }))
      const { items } = await (await h.member(made, 'admin')).call(listDeskArticles)
      const common = ['contact', 'opening-hours', 'payment', 'privacy']
      expect(items.map(({ slug }) => slug).sort()).toEqual([...common, ...own].sort())
      for (const item of items)
        expect(item).toMatchObject({ status: 'draft', isStarter: true, language: 'en', views: 0 })
    },
  )

  test('[K7] are in the language of the business, and answer nobody before they are published', async () => {
    for (const language of LANGUAGES) {
      const made = await h.tenant()
      await made.tenant.tx((t) => addStarterArticles(t, { language, industry: 'Retail' }))
      const { items } = await (await h.member(made, 'admin')).call(listDeskArticles, { query: { language } })
      expect(items).toHaveLength(6)
      for (const { title } of items) expect((await searchKnowledge(made.tenant, title)).found).toEqual([])
      expect((await h.visitor().call(listArticles, { params: { slug: made.slug } })).items).toEqual([])
    }
  })

  test('[K7] follow an industry that becomes known later', async () => {
    const made = await h.tenant()
    await made.tenant.tx((t) => addStarterArticles(t, { language: 'en', industry: 'Retail' }))
    await made.tenant.tx((t) => replaceStarterArticles(t, { language: 'en', industry: 'Finance' }))
    const { items } = await (await h.member(made, 'admin')).call(listDeskArticles)
    const slugs = items.map(({ slug }) => slug)
    expect(slugs).toEqual(expect.arrayContaining(['documents', 'fraud']))
    expect(slugs).not.toEqual(expect.arrayContaining(['delivery']))
    expect(items).toHaveLength(6)
  })
})
