import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getKnowledgeAnalytics } from '#contracts/knowledge/analytics.ts'
import { countReading, listArticles, readArticle } from '#contracts/knowledge/article.ts'
import { listDeskArticles } from '#contracts/knowledge/article-editing.ts'
import { makeArticle } from '#server/knowledge/fixture.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { writeReadings } from './count-reading.ts'
import { deleteOldReaders } from './jobs.ts'

const DAY_MS = 86_400_000
const clock = { at: new Date('2026-03-04T12:00:00Z'), now: () => clock.at }
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock } })
})
afterAll(() => h.stop())

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

/** Somebody opens an article, by the browser that they name. */
const read = (
  { slug }: TestTenant,
  articleSlug: string,
  agent: string,
  more: Record<string, string> = {},
  url = h.url,
) => clientOf(url, { 'user-agent': agent, ...more }).call(countReading, { params: { slug, articleSlug } })

/** What customers see, once what the process gathered is written. */
async function views({ slug }: TestTenant): Promise<number[]> {
  await writeReadings(h.platform)
  return (await h.visitor().call(listArticles, { params: { slug } })).items.map((one) => one.views)
}

const rows = <Row extends object>({ tenant }: TestTenant, sql: string) =>
  queryAsOwner<Row>(h.database.ownerUrl, sql, [tenant.id])

describe('the readers of an article', () => {
  test('[U8] count once a day each, on every page of it, and again on the next day', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'hours' })
    for (const agent of [CHROME, CHROME, FIREFOX]) await read(made, 'hours', agent)
    expect(await views(made)).toEqual([2])
    await read(made, 'hours', CHROME)
    expect(await views(made)).toEqual([2])
    clock.at = new Date(clock.at.getTime() + DAY_MS)
    await read(made, 'hours', CHROME)
    expect(await views(made)).toEqual([3])
    // Reading the article by itself counts nothing.
    await h.visitor().call(readArticle, { params: { slug: made.slug, articleSlug: 'hours' } })
    expect(await views(made)).toEqual([3])
  })

  test('[U8] are neither bots nor members of the business; a member of another one is a reader', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    await makeArticle(made.tenant, { slug: 'hours' })
    const bots = [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/130.0',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
      'curl/8.5.0',
      'facebookexternalhit/1.1',
      '',
    ]
    for (const bot of bots) await read(made, 'hours', bot)
    const [ours, theirs] = [await h.member(made, 'agent'), await h.member(other, 'owner')]
    await read(made, 'hours', CHROME, ours.headers)
    expect(await views(made)).toEqual([0])
    await read(made, 'hours', FIREFOX, theirs.headers)
    expect(await views(made)).toEqual([1])
  })

  test('[U8] of what is not published, unknown or of another business do not count', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    await makeArticle(made.tenant, { slug: 'draft', isPublished: false })
    await makeArticle(other.tenant, { slug: 'theirs' })
    for (const articleSlug of ['draft', 'theirs', 'never', 'nul\0']) {
      const failure = await h.visitor().fail(countReading, { params: { slug: made.slug, articleSlug } })
      expect(failure.status).toBe(404)
    }
    await writeReadings(h.platform)
    expect(await rows(made, 'SELECT 1 FROM article_reading WHERE tenant_id = $1')).toEqual([])
    expect(await rows(made, 'SELECT 1 FROM article WHERE tenant_id = $1 AND views > 0')).toEqual([])
    expect(await views(other)).toEqual([0])
    const unknown = { params: { slug: 'no-such-portal', articleSlug: 'hours' } }
    expect((await h.visitor().fail(countReading, unknown)).status).toBe(404)
  })

  test('are written together: a hundred of an article are one change of its row', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'busy' })
    const version = 'SELECT xmin::text FROM article WHERE tenant_id = $1'
    const before = await rows(made, version)
    await Promise.all(Array.from({ length: 100 }, (_, n) => read(made, 'busy', `${CHROME} ${n}`)))
    expect(await rows(made, version)).toEqual(before)
    expect(await views(made)).toEqual([100])
    expect(await rows(made, 'SELECT readers FROM article_reading WHERE tenant_id = $1')).toEqual([{ readers: 100 }])
  })

  test('count once where two processes saw them, and are written when a process stops', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'hours' })
    const other = await h.secondNode()
    const there = other.platform.baseUrl
    await read(made, 'hours', CHROME)
    await read(made, 'hours', CHROME, {}, there)
    await read(made, 'hours', FIREFOX, {}, there)
    await other.stop()
    expect(await views(made)).toEqual([2])
  })

  test('are counted later when the database could not be written', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'hours' })
    const { db } = h.platform
    const { withTenant } = db
    await read(made, 'hours', CHROME)
    db.withTenant = () => Promise.reject(new Error('no database'))
    await writeReadings(h.platform)
    db.withTenant = withTenant
    expect(await views(made)).toEqual([1])
  })

  test('leave no address, and the day after tomorrow nothing of theirs but how many they were', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'hours' })
    await read(made, 'hours', CHROME)
    await writeReadings(h.platform)
    const of = () => rows<{ reader: string }>(made, 'SELECT * FROM article_reader WHERE tenant_id = $1')
    const [row] = await of()
    expect(Object.keys(row ?? {}).sort()).toEqual(['article_id', 'day', 'reader', 'tenant_id'])
    expect(row?.reader).toMatch(/^[\w-]{22}$/)
    await deleteOldReaders.run(h.platform)
    expect(await of()).toHaveLength(1)
    clock.at = new Date(clock.at.getTime() + 2 * DAY_MS)
    await deleteOldReaders.run(h.platform)
    expect(await of()).toEqual([])
    expect(await views(made)).toEqual([1])
  })

  test('[K4] are on the desk by article and period', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'a', title: 'Alpha' })
    await makeArticle(made.tenant, { slug: 'b', title: 'Beta' })
    await read(made, 'a', CHROME)
    await writeReadings(h.platform)
    clock.at = new Date(clock.at.getTime() + 20 * DAY_MS)
    for (const agent of [CHROME, FIREFOX]) await read(made, 'b', agent)
    await writeReadings(h.platform)
    const agent = await h.member(made)
    const { items } = await agent.call(listDeskArticles, {})
    expect(items.map((one) => [one.title, one.views])).toEqual([
      ['Alpha', 1],
      ['Beta', 2],
    ])
    const month = await agent.call(getKnowledgeAnalytics, { query: { period: '30d' } })
    expect(month.readers).toBe(3)
    expect(month.topArticles.map((one) => [one.title, one.readers])).toEqual([
      ['Beta', 2],
      ['Alpha', 1],
    ])
    const week = await agent.call(getKnowledgeAnalytics, { query: { period: '7d' } })
    expect([week.readers, week.topArticles.length]).toEqual([2, 1])
  })
})
