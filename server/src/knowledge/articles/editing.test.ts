import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArticleId } from '#contracts/ids.ts'
import { listArticles, readArticle, voteArticle } from '#contracts/knowledge/article.ts'
import {
  archiveArticle,
  createArticle,
  deleteArticle,
  getArticleVersion,
  getDeskArticle,
  listDeskArticles,
  restoreArticleVersion,
  saveArticle,
  unpublishArticle,
} from '#contracts/knowledge/article-editing.ts'
import { makeArticle } from '#server/knowledge/fixture.ts'
import { searchKnowledge } from '#server/knowledge/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as ArticleId
const FIELDS = {
  title: 'Héllo & welcome',
  summary: 'How to begin.',
  body: 'Open the **box** first.',
  category: 'Basics',
  language: 'en',
} as const

async function business() {
  const made = await h.tenant()
  const admin = await h.member(made, 'admin')
  const portal = { params: { slug: made.slug } }
  const titles = async (search = '') =>
    (await h.visitor().call(listArticles, { ...portal, query: { search } })).items.map(({ title }) => title)
  return { made, admin, titles }
}

describe('articles on the desk', () => {
  test('[K7] a draft reaches neither customers nor the assistant until it is published; a draft of a published one stays unseen', async () => {
    const { made, admin, titles } = await business()
    const id = newId()
    const draft = await admin.call(createArticle, { body: { id, ...FIELDS } })
    expect(draft).toMatchObject({ slug: 'hello-welcome', status: 'draft', version: 1, versions: [{ number: 1 }] })
    expect(await titles()).toEqual([])
    const params = { articleId: id }
    const live = await admin.call(saveArticle, { params, body: { ...FIELDS, version: 1, publish: true } })
    expect(live).toMatchObject({ status: 'published', versions: [{ number: 1, isLive: true }] })
    expect(await titles()).toEqual([FIELDS.title])
    const newer = { ...FIELDS, title: 'Welcome', body: 'Keep the receipt.' }
    const changed = await admin.call(saveArticle, { params, body: { ...newer, version: live.version, publish: false } })
    expect(changed).toMatchObject({ status: 'changed', title: FIELDS.title, draft: newer })
    const reading = { params: { slug: made.slug, articleSlug: 'hello-welcome' } }
    expect(await h.visitor().call(readArticle, reading)).toMatchObject({ title: FIELDS.title, body: FIELDS.body })
    const found = await searchKnowledge(made.tenant, 'keep the receipt')
    expect(found.found.map(({ answer }) => answer)).not.toContain(newer.body)
    await admin.call(saveArticle, { params, body: { ...newer, version: changed.version, publish: true } })
    expect(await h.visitor().call(readArticle, reading)).toMatchObject({ title: 'Welcome', body: newer.body })
    const taken = await admin.call(unpublishArticle, { params, body: { version: changed.version + 1 } })
    expect(taken).toMatchObject({ status: 'draft', draft: newer })
    expect(await titles()).toEqual([])
  })

  test('[K7] an earlier version is read and restored as a draft; the text a starter came with is version 1', async () => {
    const { made, admin } = await business()
    const { id, title } = await makeArticle(made.tenant, { isPublished: false, isStarter: true })
    const params = { articleId: id }
    expect(await admin.call(getDeskArticle, { params })).toMatchObject({ isStarter: true, versions: [] })
    const saved = await admin.call(saveArticle, { params, body: { ...FIELDS, version: 1, publish: true } })
    expect(saved).toMatchObject({
      isStarter: false,
      versions: [
        { number: 2, isLive: true },
        { number: 1, isLive: false },
      ],
    })
    expect(await admin.call(getArticleVersion, { params, query: { number: 1 } })).toMatchObject({ title })
    const back = await admin.call(restoreArticleVersion, { params, body: { version: 2, number: 1 } })
    expect(back).toMatchObject({ status: 'changed', title: FIELDS.title, draft: { title } })
    expect(back.versions.map(({ number, isLive }) => [number, isLive])).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ])
    // The same text again makes no further version.
    const again = await admin.call(saveArticle, { params, body: { ...back.draft, version: 3, publish: true } })
    expect(again.versions).toHaveLength(3)
    expect((await admin.fail(getArticleVersion, { params, query: { number: 9 } })).status).toBe(404)
  })

  test('[K7] of two who save at once the second gets the article as it is; agents read and may not change', async () => {
    const { made, admin } = await business()
    const agent = await h.member(made, 'agent')
    const id = newId()
    await admin.call(createArticle, { body: { id, ...FIELDS } })
    const params = { articleId: id }
    const save = (title: string) => ({ params, body: { ...FIELDS, title, version: 1, publish: false } })
    await admin.call(saveArticle, save('First'))
    const { status, error } = await admin.fail(saveArticle, save('Second'))
    expect([status, error.code, (error.current as { title: string }).title]).toEqual([409, 'conflict', 'First'])
    expect(await agent.call(listDeskArticles)).toMatchObject({ canEdit: false, items: [{ title: 'First' }] })
    expect((await agent.fail(saveArticle, save('Third'))).status).toBe(403)
    await admin.call(deleteArticle, { params })
    expect((await admin.fail(getDeskArticle, { params })).status).toBe(404)
  })

  test('[K7] a draft that is saved while it is written stays one version of its writer; a published text or that of another is never replaced', async () => {
    const { made, admin } = await business()
    const owner = await h.member(made, 'owner')
    const id = newId()
    const params = { articleId: id }
    await admin.call(createArticle, { body: { id, ...FIELDS } })
    const save = (by: typeof admin, text: string, version: number, continues: number | null, publish = false) =>
      by.call(saveArticle, { params, body: { ...FIELDS, body: text, version, continues, publish } })
    const numbers = ({ versions }: { versions: { number: number }[] }) => versions.map(({ number }) => number)
    expect(numbers(await save(admin, 'a', 1, 1))).toEqual([1])
    expect(await admin.call(getArticleVersion, { params, query: { number: 1 } })).toMatchObject({ body: 'a' })
    expect(numbers(await save(owner, 'b', 2, 1))).toEqual([2, 1])
    expect(numbers(await save(owner, 'c', 3, 2))).toEqual([2, 1])
    const live = await save(owner, 'd', 4, 2, true)
    expect(live).toMatchObject({ draft: { body: 'd' }, versions: [{ number: 2, isLive: true }, { number: 1 }] })
    expect(numbers(await save(owner, 'e', 5, 2))).toEqual([3, 2, 1])
    expect(await admin.call(getArticleVersion, { params, query: { number: 2 } })).toMatchObject({ body: 'd' })
    const [row] = (await admin.call(listDeskArticles)).items
    expect(row?.updatedByName).toBe(live.versions[0]?.savedByName)
  })

  test('[K7] an archived article is gone for customers, the assistant and the list until it is brought back or published', async () => {
    const { made, admin, titles } = await business()
    const id = newId()
    const params = { articleId: id }
    await admin.call(createArticle, { body: { id, ...FIELDS } })
    await admin.call(saveArticle, { params, body: { ...FIELDS, version: 1, publish: true } })
    const archived = await admin.call(archiveArticle, { params, body: { version: 2, archived: true } })
    expect(archived.status).toBe('archived')
    expect(await titles()).toEqual([])
    expect((await searchKnowledge(made.tenant, 'open the box first')).found).toEqual([])
    const listed = async (status?: 'archived' | 'draft') =>
      (await admin.call(listDeskArticles, { query: { ...(status && { status }) } })).items.map((item) => item.id)
    expect([await listed(), await listed('draft'), await listed('archived')]).toEqual([[], [], [id]])
    const back = await admin.call(archiveArticle, { params, body: { version: 3, archived: false } })
    expect([back.status, await listed()]).toEqual(['draft', [id]])
    await admin.call(archiveArticle, { params, body: { version: 4, archived: true } })
    const live = await admin.call(saveArticle, { params, body: { ...FIELDS, version: 5, publish: true } })
    expect([live.status, await titles()]).toEqual(['published', [FIELDS.title]])
  })

  test('[K7] an article exists once in each language; its other languages are named; one of another business is unknown', async () => {
    const { admin } = await business()
    const other = await business()
    const [id, german] = [newId(), newId()]
    await admin.call(createArticle, { body: { id, ...FIELDS } })
    const translation = { ...FIELDS, title: 'Hallo', language: 'de', translationOf: id } as const
    const made = await admin.call(createArticle, { body: { id: german, ...translation } })
    expect(made.translations).toMatchObject([{ id, language: 'en', status: 'draft', title: FIELDS.title }])
    // The same request again, and the same under the id of nothing.
    expect((await admin.call(createArticle, { body: { id: german, ...translation } })).id).toBe(german)
    expect((await admin.fail(createArticle, { body: { id: german, ...FIELDS } })).status).toBe(409)
    for (const language of ['de', 'en'] as const) {
      const refused = await admin.fail(createArticle, { body: { ...translation, id: newId(), language } })
      expect(refused.error).toMatchObject({ code: 'conflict', reason: 'language_taken' })
    }
    const moved = { ...FIELDS, language: 'de', version: 1, publish: false } as const
    expect((await admin.fail(saveArticle, { params: { articleId: id }, body: moved })).error.reason).toBe(
      'language_taken',
    )
    const foreign = { ...translation, id: newId(), language: 'fr' } as const
    expect((await other.admin.fail(createArticle, { body: foreign })).status).toBe(404)
  })

  test('[K7] the list is filtered by status, category and language, and counts votes', async () => {
    const { made, admin } = await business()
    const { slug } = await makeArticle(made.tenant, { title: 'A', category: 'Billing' })
    await makeArticle(made.tenant, { title: 'B', language: 'de', isPublished: false, isStarter: true })
    for (const helpful of [true, true, false]) {
      const vote = { params: { slug: made.slug, articleSlug: slug }, body: { helpful } }
      await (await h.guest(made)).call(voteArticle, vote)
    }
    const list = async (query: object) => (await admin.call(listDeskArticles, { query })).items
    expect(await list({ category: 'Billing' })).toMatchObject([{ title: 'A', helpful: 2, notHelpful: 1 }])
    expect((await list({ language: 'de' })).map(({ title }) => title)).toEqual(['B'])
    expect((await list({ status: 'starter' })).map(({ title }) => title)).toEqual(['B'])
    expect((await list({ status: 'published' })).map(({ title }) => title)).toEqual(['A'])
  })

  test('[K7] the help centre finds an article in spite of slips and in other forms of its words', async () => {
    const { made, titles } = await business()
    await makeArticle(made.tenant, { title: 'Returns', summary: '', body: 'We refund delivered parcels.' })
    await makeArticle(made.tenant, { title: 'Brakes', summary: '', body: 'They squeal when wet.' })
    for (const search of ['retruns', 'Retrns', 'refunding', 'parcells']) {
      expect(await titles(search), search).toEqual(['Returns'])
    }
    expect(await titles('squealing')).toEqual(['Brakes'])
  })
})
