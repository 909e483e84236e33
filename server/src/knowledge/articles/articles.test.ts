import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listArticles, readArticle, voteArticle } from '#contracts/knowledge/article.ts'
import { getDeskArticle } from '#contracts/knowledge/article-editing.ts'
import { makeArticle } from '#server/knowledge/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

describe('the help centre', () => {
  test('[U8] the percentage counts one vote per guest, and is shown from three votes on', async () => {
    const made = await h.tenant()
    const { slug } = made
    const { slug: articleSlug } = await makeArticle(made.tenant, { slug: 'build-your-bike' })
    const reader = h.visitor()
    const first = await reader.call(readArticle, { params: { slug, articleSlug } })
    expect(first).toMatchObject({ helpfulPercent: null, body: expect.stringContaining('## Pedals') })
    const guests = await Promise.all([h.guest(made), h.guest(made), h.guest(made)])
    const votes = [true, true, false]
    for (const [index, guest] of guests.entries()) {
      const voted = await guest.call(voteArticle, { params: { slug, articleSlug }, body: { helpful: votes[index]! } })
      if (index < 2) expect(voted.helpfulPercent).toBeNull()
    }
    const { items } = await reader.call(listArticles, { params: { slug } })
    expect(items).toMatchObject([{ helpfulPercent: 67 }])
    // A second vote of the same guest replaces the first.
    const again = await guests[2]!.call(voteArticle, { params: { slug, articleSlug }, body: { helpful: true } })
    expect(again.helpfulPercent).toBe(100)
  })

  test('[U8] after a No a reader may say why: the desk shows it, a later vote replaces it', async () => {
    const made = await h.tenant()
    const { id, slug: articleSlug } = await makeArticle(made.tenant)
    const [first, second, agent] = [await h.guest(made), await h.guest(made), await h.member(made)]
    const params = { slug: made.slug, articleSlug }
    const no = { helpful: false, reason: 'out_of_date', comment: 'The bar is another one now.' } as const
    await first.call(voteArticle, { params, body: no })
    await second.call(voteArticle, { params, body: { helpful: false, reason: 'out_of_date' } })
    const shown = () => agent.call(getDeskArticle, { params: { articleId: id } })
    expect(await shown()).toMatchObject({
      notHelpful: 2,
      reasons: [{ reason: 'out_of_date', count: 2 }],
      comments: [{ reason: 'out_of_date', comment: 'The bar is another one now.' }],
    })
    await first.call(voteArticle, { params, body: { helpful: false, reason: 'other', comment: ' ' } })
    await second.call(voteArticle, { params, body: { helpful: true, reason: 'other', comment: 'Not stored.' } })
    expect(await shown()).toMatchObject({
      helpful: 1,
      notHelpful: 1,
      reasons: [{ reason: 'other', count: 1 }],
      comments: [],
    })
    const tooLong = { params, body: { ...no, comment: 'x'.repeat(501) } }
    expect((await first.fail(voteArticle, tooLong)).error.code).toBe('invalid_input')
  })

  test('[U8] search and category filter articles; wildcards and operators in the search are plain text', async () => {
    const made = await h.tenant()
    const { slug } = made
    await makeArticle(made.tenant, { slug: 'a', title: 'Return or exchange', summary: '', body: '100% refunded.' })
    await makeArticle(made.tenant, { slug: 'b', title: 'Brakes', summary: '', body: 'Noise.', category: 'Technical' })
    const find = async (query: { search?: string; category?: 'Technical' }) =>
      (await h.visitor().call(listArticles, { params: { slug }, query })).items.map((item) => item.slug)
    expect(await find({})).toEqual(['b', 'a'])
    expect(await find({ search: 'exchange REFUNDED' })).toEqual(['a'])
    expect(await find({ search: 'returns' })).toEqual(['a'])
    expect(await find({ search: 'returning' })).toEqual(['a'])
    expect(await find({ category: 'Technical' })).toEqual(['b'])
    expect(await find({ search: '100%' })).toEqual(['a'])
    for (const search of ['%', '_____', "' OR 1=1 --", 'a\u0000b', ':* & !', '\\']) {
      expect(await find({ search: `${search} nothing` })).toEqual([])
    }
    expect(await find({ search: '%' })).toEqual(['a'])
  })

  test('[U8] 105 articles come in two pages, each article once; an unknown cursor is refused', async () => {
    const made = await h.tenant()
    for (let n = 0; n < 105; n += 1) await makeArticle(made.tenant, { slug: `n-${n}`, title: `Title ${n % 7}` })
    const params = { slug: made.slug }
    const first = await h.visitor().call(listArticles, { params })
    expect(first.items).toHaveLength(100)
    const second = await h.visitor().call(listArticles, { params, query: { cursor: first.nextCursor! } })
    expect(second).toMatchObject({ nextCursor: null })
    expect(new Set([...first.items, ...second.items].map((item) => item.slug)).size).toBe(105)
    for (const cursor of ['x', crypto.randomUUID()]) {
      const failure = await h.visitor().fail(listArticles, { params, query: { cursor } })
      expect(failure.error).toMatchObject({ code: 'invalid_input', fields: { 'query.cursor': expect.any(String) } })
    }
  })

  test('[U8] drafts and articles of other tenants give the same 404 as unknown articles; an unknown portal gives 404', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    await makeArticle(made.tenant, { slug: 'draft', isPublished: false })
    await makeArticle(other.tenant, { slug: 'theirs' })
    const guest = await h.guest(made)
    const failures = await Promise.all(
      ['draft', 'theirs', 'never', 'nul%00'].map((articleSlug) =>
        guest.fail(readArticle, { params: { slug: made.slug, articleSlug } }),
      ),
    )
    const texts = failures.map(({ status, error }) => `${status} ${error.message}`)
    expect(new Set(texts).size).toBe(1)
    expect(failures[0]?.status).toBe(404)
    const vote = { params: { slug: made.slug, articleSlug: 'theirs' }, body: { helpful: true } }
    expect((await guest.fail(voteArticle, vote)).status).toBe(404)
    expect((await guest.call(listArticles, { params: { slug: made.slug } })).items).toEqual([])
    const closed = await h.visitor().fail(listArticles, { params: { slug: 'no-such-business' } })
    expect(closed.status).toBe(404)
  })

  test('[K7] the help centre lists an article once, in the reader’s language if it has that; opened, it names the others', async () => {
    const made = await h.tenant()
    const translationGroup = crypto.randomUUID()
    const first = { translationGroup, createdAt: new Date('2026-01-01') }
    await makeArticle(made.tenant, { ...first, slug: 'hours', title: 'Opening hours', language: 'en' })
    await makeArticle(made.tenant, { translationGroup, slug: 'zeiten', title: 'Öffnungszeiten', language: 'de' })
    const hidden = { translationGroup, slug: 'horaires', language: 'fr', isPublished: false } as const
    await makeArticle(made.tenant, hidden)
    await makeArticle(made.tenant, { slug: 'alone', title: 'Zubehör', language: 'de' })
    const slugs = async (wanted: string, search = '') => {
      const response = await h
        .visitor()
        .raw(`/api/portal/${made.slug}/articles?search=${search}`, { headers: { 'accept-language': wanted } })
      return ((await response.json()) as { items: { slug: string }[] }).items.map(({ slug }) => slug)
    }
    expect(await slugs('en')).toEqual(['hours', 'alone'])
    expect(await slugs('fr, de;q=0.5')).toEqual(['alone', 'zeiten'])
    // A language it does not have, or only as a draft: the one that was written first.
    expect(await slugs('fr')).toEqual(['hours', 'alone'])
    expect(await slugs('en', 'zeiten')).toEqual(['zeiten'])
    const open = await h.visitor().call(readArticle, { params: { slug: made.slug, articleSlug: 'hours' } })
    const translations = [{ slug: 'zeiten', language: 'de', title: 'Öffnungszeiten' }]
    expect(open).toMatchObject({ language: 'en', translations })
  })
})
