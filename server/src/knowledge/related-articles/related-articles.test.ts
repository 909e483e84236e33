import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArticle } from '#contracts/knowledge/article.ts'
import { saveArticle, unpublishArticle } from '#contracts/knowledge/article-editing.ts'
import { findOpenArticle } from '#server/knowledge/articles/commands.ts'
import { makeArticle, makeReading } from '#server/knowledge/fixture.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { relateArticles } from './relate.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const related = async ({ slug }: TestTenant, articleSlug: string): Promise<string[]> =>
  (await h.visitor().call(readArticle, { params: { slug, articleSlug } })).related.map((one) => one.slug)

const TEXTS = [
  ['refunds', 'When does my refund arrive?', 'Refunds of a return reach your card within five days.'],
  ['returns', 'How do I return an order?', 'Send the order back within 45 days, then we refund the return.'],
  ['exchange', 'Exchange an order for another size', 'Return the order and choose another size; no refund is needed.'],
  ['brakes', 'Squeaking brakes', 'Clean the rim and the pads with alcohol.'],
] as const

async function makeArticles(made: TestTenant) {
  const rows = []
  for (const [slug, title, body] of TEXTS) rows.push(await makeArticle(made.tenant, { slug, title, summary: '', body }))
  return rows
}

describe('related articles', () => {
  test('[U8] are those of the business that are most alike, at most three, never drafts or those of others', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    await makeArticles(made)
    await makeArticle(made.tenant, { slug: 'draft', title: 'Returns and refunds', isPublished: false })
    await makeArticle(other.tenant, { slug: 'theirs', title: 'How do I return an order?' })
    expect(await related(made, 'refunds')).toEqual([])
    await relateArticles(made.tenant)
    const found = await related(made, 'refunds')
    expect(found[0]).toBe('returns')
    expect(found).not.toContain('refunds')
    expect(found.length).toBeLessThanOrEqual(3)
    expect([...found, ...(await related(made, 'returns'))]).not.toContain('draft')
    expect([...found, ...(await related(made, 'returns'))]).not.toContain('theirs')
  })

  test('[U8] of articles that were published before they were known are computed once, after the first reading in a process', async () => {
    const made = await h.tenant()
    await makeArticles(made)
    expect(await related(made, 'refunds')).toEqual([])
    await expect.poll(() => related(made, 'refunds'), { timeout: 30_000 }).toContain('returns')
  })

  test('[U8] are in the language of the article, else in the one there is', async () => {
    const made = await h.tenant()
    const group = crypto.randomUUID()
    await makeArticles(made)
    const german = { translationGroup: group, language: 'de', summary: '' } as const
    const english = { translationGroup: group, language: 'en', summary: '' } as const
    await makeArticle(made.tenant, { ...english, slug: 'policy', title: 'Our return policy', body: 'How you return.' })
    await makeArticle(made.tenant, { ...german, slug: 'regeln', title: 'Rückgabe', body: 'Return, refund, order.' })
    await relateArticles(made.tenant)
    const all = await Promise.all(TEXTS.map(([slug]) => related(made, slug)))
    expect(all.flat()).toContain('policy')
    expect(all.flat()).not.toContain('regeln')
    expect(await related(made, 'policy')).not.toContain('regeln')
  })

  test('[U8] follow what is published: a new text is found, a withdrawn article is gone at once', async () => {
    const made = await h.tenant()
    const owner = await h.member(made, 'owner')
    const rows = await makeArticles(made)
    const returns = rows[1]!
    const { title, summary, body, category, language } = returns
    const text = { title, summary, body: `${body} Soon.`, category, language }
    const params = { articleId: returns.id }
    await owner.call(saveArticle, { params, body: { ...text, version: returns.version, publish: true } })
    await expect.poll(() => related(made, 'refunds'), { timeout: 30_000 }).toContain('returns')
    await owner.call(unpublishArticle, { params, body: { version: returns.version + 1 } })
    expect(await related(made, 'refunds')).not.toContain('returns')
  })

  test('[U8] are stored once where several compute them at the same time', async () => {
    const made = await h.tenant()
    await makeArticles(made)
    await Promise.all(Array.from({ length: 6 }, () => relateArticles(made.tenant)))
    expect((await related(made, 'refunds'))[0]).toBe('returns')
  })

  test('[U8] cost a process one job for each business, however many readings there are, and none where they are stored', async () => {
    const web = await startHarness({ env: { ROLE: 'web' } })
    const [made, stored] = [await web.tenant(), await web.tenant()]
    await makeArticles(made)
    const rows = await makeArticles(stored)
    await makeReading(stored.tenant, rows[0]!, rows[1]!)
    const commitsOf = async (one: TestTenant) =>
      (await measureCall(() => findOpenArticle(one.tenant, 'brakes'))).commits
    expect([await commitsOf(made), await commitsOf(made), await commitsOf(stored)]).toEqual([1, 0, 0])
    await web.stop()
  })
})
