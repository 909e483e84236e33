import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeArticle, makeFaq } from '#server/knowledge/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { type Asking, openPage, readyPageOf } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const QUESTION = 'How long do I have to return something?'
const addressOf = ({ slug }: TestTenant, search: string) => `/help/${slug}?${new URLSearchParams({ search })}`
const search = (made: TestTenant, words: string, asking?: Asking) =>
  openPage(h.platform, addressOf(made, words), asking)

const initialOf = ({ document }: { document: Document }) =>
  JSON.parse(document.querySelector('#initial-data')?.textContent ?? '').help

describe('a search in the help center without a script', () => {
  test('[U8] shows what answers it with a link to its source, above the articles that it finds', async () => {
    const made = await h.tenant()
    await makeArticle(made.tenant, { slug: 'returns', title: QUESTION, body: 'You have 45 days from delivery.' })
    await makeArticle(made.tenant, { slug: 'other', title: 'Other things' })
    const page = await search(made, 'How long do I have to return something')
    const { document, attribute } = page
    expect(document.querySelector('.hc-answer-text')?.textContent).toBe('You have 45 days from delivery.')
    expect(attribute('.hc-answer-source a', 'href')).toBe(`/help/${made.slug}/returns`)
    const order = [...document.querySelectorAll('.hc-answer, .hc-list')].map((one) => one.className)
    expect(order).toEqual(['hc-answer', 'hc-list'])
    expect([...document.querySelectorAll('.hc-article')].map((one) => one.getAttribute('href'))).toEqual([
      `/help/${made.slug}/returns`,
    ])
    expect(attribute('form[role=search]', 'action')).toBe(`/help/${made.slug}`)
    expect(attribute('input[name=search]', 'value')).toBe('How long do I have to return something')
    // Search engines list the articles, not what somebody searched for.
    expect(attribute('meta[name=robots]', 'content')).toBe('noindex')
    // The page's script begins with the same.
    expect(initialOf(page)).toMatchObject({
      search: 'How long do I have to return something',
      answer: { language: 'en' },
    })
  })

  test('[U8] shows no answer where none is sure, says so where nothing is found, and keeps the words for the categories', async () => {
    const made = await h.tenant()
    await makeFaq(made.tenant)
    await makeArticle(made.tenant, { slug: 'pedals', title: 'Pedals', category: 'Technical' })
    const page = await search(made, 'zebra "&<crossing>')
    expect(page.document.querySelector('.hc-answer')).toBeNull()
    expect(page.text).toContain('No article matches')
    const technical = new URL(page.attribute('a[href*="/technical"]', 'href') ?? '', 'http://h')
    expect(technical.searchParams.get('search')).toBe('zebra "&<crossing>')
    const found = await openPage(h.platform, `/help/${made.slug}/category/technical?search=pedal`)
    expect([...found.document.querySelectorAll('.hc-article')]).toHaveLength(1)
    const none = await openPage(h.platform, `/help/${made.slug}/category/billing?search=pedal`)
    expect([...none.document.querySelectorAll('.hc-article')]).toHaveLength(0)
  })

  test('[U8] at the address with `q` leads for good to the same with `search`, in a category too, and runs in no circle', async () => {
    const made = await h.tenant()
    const at = `/help/${made.slug}`
    const there = async (path: string) => {
      const reply = await fetch(`${h.url}${path}`, { redirect: 'manual', headers: { accept: 'text/html' } })
      return { status: reply.status, at: reply.headers.get('location') }
    }
    expect(await there(`${at}?q=bent+wheel%26&lang=de`)).toEqual({
      status: 301,
      at: `${at}?lang=de&search=bent+wheel%26`,
    })
    expect(await there(`${at}/category/technical?q=wheel`)).toEqual({
      status: 301,
      at: `${at}/category/technical?search=wheel`,
    })
    expect(await there(`${at}?q=wheel&search=bar&q=`)).toEqual({ status: 301, at: `${at}?search=bar` })
    expect((await there(`${at}?search=wheel`)).status).toBe(200)
    // An older address is another one at once, but not for good.
    expect(await there(`/help?tenant=${made.slug}&q=wheel`)).toEqual({ status: 302, at: `${at}?search=wheel` })
  })

  test('[U8] of hostile words and texts makes no markup', async () => {
    const made = await h.tenant()
    const text = '"><script>alert(1)</script>'
    await makeFaq(made.tenant, { question: `${QUESTION} ${text}`, answer: `Forty five days ${text} nonce="__NONCE__"` })
    const plain = await search(made, 'nothing')
    const page = await search(made, `${QUESTION} ${text}`)
    expect(page.document.querySelector('.hc-answer')).not.toBeNull()
    expect(page.document.querySelectorAll('script').length).toBe(plain.document.querySelectorAll('script').length)
    expect(page.text).not.toContain('<script>alert')
  })

  test('[U8] is never kept: the next one has the FAQ that changed, and no page of memory is spent on it', async () => {
    const made = await h.tenant()
    const url = addressOf(made, QUESTION)
    expect((await search(made, QUESTION)).document.querySelector('.hc-answer')).toBeNull()
    expect(readyPageOf(h.platform, url)).toBeNull()
    await makeFaq(made.tenant, { question: QUESTION, answer: 'Sixty days.' })
    expect((await search(made, QUESTION)).document.querySelector('.hc-answer-text')?.textContent).toBe('Sixty days.')
    expect((await search(made, '   ')).document.querySelector('meta[name=robots]')).toBeNull()
  })

  test('[U8] of an address that searches all the time has results without answers, and in the end none', async () => {
    const limited = await startHarness({ env: { ROLE: 'web', RATE_FACTOR: '0.1' } })
    const made = await limited.tenant()
    await makeFaq(made.tenant)
    const one = () => openPage(limited.platform, addressOf(made, QUESTION))
    // Of 40 answers and 1200 searches in a minute a tenth.
    const answers = []
    for (let n = 0; n < 6; n += 1) answers.push((await one()).document.querySelector('.hc-answer') !== null)
    expect(answers).toEqual([true, true, true, true, false, false])
    const all = await Promise.allSettled(Array.from({ length: 120 }, one))
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'rate_limited' } })
    await limited.stop()
  })
})
