import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getKnowledgeAnalytics } from '#contracts/knowledge/analytics.ts'
import { makeArticle, makeDocument, makeFaq } from '#server/knowledge/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { trainingProgress } from './reads.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)

/** Stores answers that used a piece of knowledge a number of days ago. */
async function used(
  made: TestTenant,
  kind: string,
  sourceId: string,
  times: number,
  days: number,
  isHelpful: boolean | null = null,
) {
  for (let n = 0; n < times; n += 1) {
    await queryAsOwner(
      h.database.ownerUrl,
      'INSERT INTO knowledge_use (tenant_id, message_id, kind, source_id, is_helpful, at) VALUES ($1, $2, $3, $4, $5, $6)',
      [made.tenant.id, crypto.randomUUID(), kind, sourceId, isHelpful, ago(days)],
    )
  }
}

const changedAgo = (made: TestTenant, id: string, days: number) =>
  queryAsOwner(
    h.database.ownerUrl,
    'UPDATE faq SET created_at = $3, updated_at = $3 WHERE tenant_id = $1 AND id = $2',
    [made.tenant.id, id, ago(days)],
  )

describe('knowledge analytics', () => {
  it('[K4] an empty knowledge base has zero counts, all gaps and two suggestions', async () => {
    const made = await h.tenant()
    const agent = await h.member(made, 'agent')
    expect(await agent.call(getKnowledgeAnalytics, {})).toMatchObject({
      period: '30d',
      progressPercent: 0,
      views: 0,
      viewsBefore: 0,
      ratings: 0,
      gaps: ['technical_faqs', 'troubleshooting_document', 'account_faqs'],
      suggestions: [
        { kind: 'add_faqs', count: 10 },
        { kind: 'add_documents', count: 5 },
      ],
      topCategories: [],
      topEntries: [],
      recent: [],
    })
  })

  it('[K4] progress, gaps and suggestions count published FAQs and active documents, without samples and drafts', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    for (const category of [
      'Technical',
      'Technical',
      'Account',
      'Account',
      'General',
      'General',
      'General',
      'General',
      'AI',
    ])
      await makeFaq(made.tenant, { category })
    await makeFaq(made.tenant, { isDemo: true })
    await makeFaq(made.tenant, { isPublished: false })
    await makeDocument(made.tenant, { type: 'Troubleshooting' })
    await makeDocument(made.tenant, { isDemo: true })
    const read = await admin.call(getKnowledgeAnalytics, {})
    expect(read).toMatchObject({
      progressPercent: 50,
      faqs: 9,
      documents: 1,
      drafts: 1,
      samples: 1,
      newFaqs: 9,
      gaps: [],
      suggestions: [
        { kind: 'add_faqs', count: 1 },
        { kind: 'add_documents', count: 4 },
        { kind: 'publish_drafts', count: 1 },
      ],
    })
    expect(read.topCategories.map(({ category, entries }) => `${category} ${entries}`)).toEqual([
      'General 4',
      'Account 2',
      'Technical 2',
      'AI 1',
      'Business Policies 1',
    ])
    expect(trainingProgress({ faqs: 17, documents: 30 })).toBe(100)
  })

  it('[K4] the period filters views, ratings, categories and recent activity', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const admin = await h.member(made, 'admin')
    const fresh = await makeFaq(made.tenant, { question: 'Fresh?', category: 'Features' })
    const old = await makeFaq(made.tenant, { question: 'Old?', category: 'Integration' })
    const sample = await makeFaq(made.tenant, { isDemo: true })
    const document = await makeDocument(made.tenant, { name: 'Guide' })
    const article = await makeArticle(made.tenant)
    await changedAgo(made, old.id, 60)
    await used(made, 'faq', fresh.id, 3, 2, true)
    await used(made, 'faq', fresh.id, 1, 3, false)
    await used(made, 'faq', old.id, 5, 20)
    await used(made, 'faq', old.id, 2, 45, true)
    await used(made, 'document', document.id, 2, 5)
    await used(made, 'article', article.id, 1, 200)
    await used(made, 'faq', sample.id, 50, 1, true)
    await used(other, 'faq', (await makeFaq(other.tenant)).id, 9, 1)
    const of = (period: '7d' | '30d' | '90d' | 'all') => admin.call(getKnowledgeAnalytics, { query: { period } })
    const week = await of('7d')
    expect(week).toMatchObject({ views: 6, viewsBefore: 0, ratings: 4, helpful: 3 })
    expect(week.topEntries).toMatchObject([
      { title: 'Fresh?', views: 4 },
      { title: 'Guide', views: 2 },
    ])
    expect(week.topCategories[0]).toEqual({ category: 'Features', entries: 1, views: 4 })
    expect(week.recent.map(({ title }) => title).sort()).toEqual(['Fresh?', 'Guide'])
    expect(week.viewsByDay).toHaveLength(8)
    expect(week.viewsByDay.reduce((sum, { count }) => sum + count, 0)).toBe(6)
    const month = await of('30d')
    expect(month).toMatchObject({ views: 11, viewsBefore: 2, ratings: 4, newFaqs: 1 })
    expect(month.topCategories[0]).toEqual({ category: 'Integration', entries: 1, views: 5 })
    expect(await of('90d')).toMatchObject({ views: 13, ratings: 6, helpful: 5, newFaqs: 2 })
    const all = await of('all')
    expect(all).toMatchObject({ views: 14, viewsBefore: null })
    expect(all.viewsByDay.reduce((sum, { count }) => sum + count, 0)).toBe(14)
    expect(all.recent.map(({ title }) => title).sort()).toEqual(['Fresh?', 'Guide', 'Old?'])
  })

  it('[K4] recent activity is the newest five of at most three FAQs and three documents', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    for (let n = 0; n < 4; n += 1) {
      const { id } = await makeFaq(made.tenant, { question: `FAQ ${n}` })
      await changedAgo(made, id, n)
      await makeDocument(made.tenant, { name: `Document ${n}` })
    }
    const { recent } = await admin.call(getKnowledgeAnalytics, { query: { period: 'all' } })
    expect(recent).toHaveLength(5)
    expect(recent.filter(({ kind }) => kind === 'document')).toHaveLength(3)
    expect(recent.filter(({ kind }) => kind === 'faq').map(({ title }) => title)).toEqual(['FAQ 0', 'FAQ 1'])
  })
})
