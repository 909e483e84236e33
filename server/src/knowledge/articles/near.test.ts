import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listArticles } from '#contracts/knowledge/article.ts'
import type { Language } from '#contracts/languages.ts'
import { makeArticle, makeFaq } from '#server/knowledge/fixture.ts'
import { openPage } from '#server/knowledge/help-pages/fixture.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import * as reads from './reads.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const list = ({ slug }: TestTenant, query: { search: string; category?: 'Billing' }) =>
  h.visitor().call(listArticles, { params: { slug }, query })
const slugsOf = async (made: TestTenant, search: string) => (await list(made, { search })).items.map(({ slug }) => slug)

/** Articles of a shop, a FAQ that must not take their place, and a draft. */
async function shop(): Promise<TestTenant> {
  const made = await h.tenant()
  const make = (slug: string, title: string, body: string, category: 'Billing' | 'Basics' = 'Basics') =>
    makeArticle(made.tenant, { slug, title, summary: '', body, category })
  await make('return', 'Return or exchange an order', 'A label in two clicks. The money comes back in five days.')
  await make('brakes', 'Silence noisy disc brakes', 'Squeals are cured by cleaning. You need not return the bike.')
  await make('pay', 'Pay with a voucher', 'Give the code of the voucher at the end.', 'Billing')
  await makeFaq(made.tenant, { question: 'How do I retrun an order and exchange it?' })
  await makeArticle(made.tenant, { slug: 'draft', title: 'Exchange a voucher', summary: '', isPublished: false })
  return made
}

describe('articles near a search whose words none has', () => {
  test('[U8] are found in spite of slips, also in another form of a word, the ones with the words in their title first', async () => {
    const made = await shop()
    expect((await slugsOf(made, 'retruning an ordr'))[0]).toBe('return')
    expect((await slugsOf(made, 'exchangd odrer'))[0]).toBe('return')
    expect((await slugsOf(made, 'silnce noisy braeks'))[0]).toBe('brakes')
    expect(await list(made, { search: 'vouchrs paying' })).toMatchObject({
      isNear: true,
      nextCursor: null,
      items: [{ slug: 'pay' }],
    })
    // With the words as they are written nothing near is added.
    expect(await list(made, { search: 'voucher' })).toMatchObject({ isNear: false, items: [{ slug: 'pay' }] })
    expect(await list(made, { search: '' })).toMatchObject({ isNear: false })
  })

  test('[U8] are all that have the words of the search without its slips, also where only their texts have them', async () => {
    const made = await h.tenant()
    const make = (slug: string, title: string, body: string, isPublished = true) =>
      makeArticle(made.tenant, { slug, title, summary: '', body, isPublished })
    const long = 'Wheels, pedals, chains and lights are checked by hand before a bicycle leaves our workshop. '.repeat(
      4,
    )
    await make('frames', 'Care for a frame', `${long}A warranty of ten years covers it.`)
    await make('chains', 'Care for a chain', `${long}Its warranty ends after a year.`)
    await make('lamps', 'Care for a lamp', `${long}There is no warranty on bulbs.`)
    await make('saddles', 'Care for a saddle', `${long}Leather likes grease.`)
    await make('draft', 'Care for a bell', `${long}The warranty is void.`, false)
    expect((await slugsOf(made, 'warrenty')).sort()).toEqual(['chains', 'frames', 'lamps'])
    expect(await slugsOf(made, 'warrenty bulsb')).toEqual(['lamps'])
    expect(await slugsOf(made, 'warrenty helicopters')).toEqual([])
  })

  test('[U8] are none where nothing is near, in another category, in a draft or of another business', async () => {
    const [made, other] = [await shop(), await h.tenant()]
    for (const search of ['the moon is made of cheese', 'helicopters', 'wqxzj', "' OR 1=1 --"])
      expect(await list(made, { search }), search).toEqual({ items: [], nextCursor: null, isNear: false })
    expect((await list(made, { search: 'exchangd odrer', category: 'Billing' })).items).toEqual([])
    expect(await slugsOf(made, 'exchangd vouchr')).not.toContain('draft')
    expect(await slugsOf(other, 'exchangd odrer')).toEqual([])
  })

  test('[U8] come once, in the language that the reader wants most', async () => {
    const made = await h.tenant()
    const same = { translationGroup: crypto.randomUUID(), summary: '' }
    await makeArticle(made.tenant, { ...same, slug: 'delivery', title: 'Delivery of parcels', body: 'It takes a day.' })
    const german = { slug: 'lieferung', title: 'Lieferung von Paketen', body: 'Ein Tag.', language: 'de' as const }
    await makeArticle(made.tenant, { ...same, ...german })
    const read = async (wanted: Language, search: string) => {
      const address = `/api/portal/${made.slug}/articles?${new URLSearchParams({ search })}`
      const reply = await h.visitor().raw(address, { headers: { 'accept-language': wanted } })
      return ((await reply.json()) as { items: { slug: string }[] }).items.map(({ slug }) => slug)
    }
    expect(await read('de', 'Lieferugn Pakte')).toEqual(['lieferung'])
    expect(await read('en', 'delivry of parcles')).toEqual(['delivery'])
    expect(await read('de', 'delivry of parcles')).toEqual(['lieferung'])
  })

  test('[U8] stand under a heading of their own in the page without a script, in its language', async () => {
    const made = await shop()
    const page = async (search: string, lang: Language) =>
      (await openPage(h.platform, `/help/${made.slug}?${new URLSearchParams({ search, lang })}`)).document
    const found = await page('exchangd odrer', 'en')
    expect(found.querySelector('h2.hc-near')?.textContent).toBe('Nothing has exactly these words. Close to it:')
    expect(found.querySelector('.hc-article')?.getAttribute('href')).toBe(`/help/${made.slug}/return`)
    expect((await page('voucher', 'en')).querySelector('h2.hc-near')).toBeNull()
  })

  test('[U8] are looked for 40 times a minute for an address; the list itself goes on', async () => {
    const limited = await startHarness({ env: { ROLE: 'web', RATE_FACTOR: '0.1' } })
    const made = await limited.tenant()
    await makeArticle(made.tenant, { slug: 'pay', title: 'Pay with a voucher', summary: '' })
    const found: boolean[] = []
    for (const search of [...Array<string>(6).fill('vouchr'), 'voucher'])
      found.push(
        (await limited.visitor().call(listArticles, { params: { slug: made.slug }, query: { search } })).items.length >
          0,
      )
    expect(found).toEqual([true, true, true, true, false, false, true])
    await limited.stop()
  })

  test('[U8] take four statements: the literal search, what changed, the search without its slips, the rows', async () => {
    const made = await shop()
    const one = () => reads.listArticles(made.tenant, { search: 'exchangd odrer' }, ['en'], '192.0.2.7')
    await one()
    const { statements, commits } = await measureCall(one)
    expect({ statements, commits }).toEqual({ statements: 4, commits: 0 })
  })
})
