import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageId } from '#contracts/ids.ts'
import { getStarters, type StartersView } from '#contracts/knowledge/starter.ts'
import { saveBranding } from '#contracts/tenant/branding.ts'
import { makeArticle, makeFaq, makeReading } from '#server/knowledge/fixture.ts'
import { recordKnowledgeUse } from '#server/knowledge/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

type Made = Awaited<ReturnType<Harness['tenant']>>

const startersOf = async ({ slug }: Made, language = 'en'): Promise<StartersView> => {
  const path = getStarters.path.replace(':slug', slug)
  const response = await h.visitor().raw(path, { headers: { 'accept-language': language } })
  expect(response.status).toBe(200)
  return (await response.json()) as StartersView
}

const answerFrom = ({ tenant }: Made, id: string) =>
  tenant.tx((t) => recordKnowledgeUse(t, crypto.randomUUID() as MessageId, [{ kind: 'faq', id }]))

describe('what a visitor may begin with', () => {
  it('[U3] nothing is invented for a business without questions and articles', async () => {
    expect(await startersOf(await h.tenant())).toEqual({ questions: [], articles: [], areArticlesRead: false })
  })

  it('[U3] without its own questions a business shows those published FAQs that answers rested on most, in the visitor’s language', async () => {
    const made = await h.tenant()
    const faqs = {
      often: await makeFaq(made.tenant, { question: 'Where is my order?' }),
      once: await makeFaq(made.tenant, { question: 'Do you repair bikes?' }),
      never: await makeFaq(made.tenant, { question: 'Who are you?' }),
      draft: await makeFaq(made.tenant, { question: 'What does the new model cost?', isPublished: false }),
      german: await makeFaq(made.tenant, { question: 'Wo ist meine Bestellung?', language: 'de' }),
    }
    for (const faq of [faqs.once, faqs.often, faqs.often, faqs.draft, faqs.german]) await answerFrom(made, faq.id)
    expect((await startersOf(made)).questions).toEqual(['Where is my order?', 'Do you repair bikes?'])
    expect((await startersOf(made, 'de')).questions).toEqual(['Wo ist meine Bestellung?'])
    expect((await startersOf(made, 'fr')).questions).toEqual([])
    // Another business's answers count nothing here.
    expect((await startersOf(await h.tenant())).questions).toEqual([])
  })

  it('[U3] its own questions replace them, in the visitor’s language with fallback; a seventh or an empty one is refused', async () => {
    const made = await h.tenant()
    await answerFrom(made, (await makeFaq(made.tenant, { question: 'Where is my order?' })).id)
    const admin = await h.member(made, 'admin')
    const textsOf = (questions: string[]) => ({ heading: '', welcomeMessage: '', questions })
    await admin.call(saveBranding, {
      body: { version: 1, texts: { en: textsOf(['Which size do I need?']), fr: textsOf(['Quelle taille ?']) } },
    })
    expect((await startersOf(made)).questions).toEqual(['Which size do I need?'])
    expect((await startersOf(made, 'fr')).questions).toEqual(['Quelle taille ?'])
    expect((await startersOf(made, 'de')).questions).toEqual(['Which size do I need?'])
    const seven = Array.from({ length: 7 }, (_, index) => `Question ${index}?`)
    for (const [questions, field] of [
      [seven, 'body.texts.en.questions'],
      [[' '], 'body.texts.en.questions.0'],
    ] as const) {
      const { status, error } = await admin.fail(saveBranding, {
        body: { version: 2, texts: { en: textsOf([...questions]) } },
      })
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
    }
    await admin.call(saveBranding, { body: { version: 2, texts: {} } })
    expect((await startersOf(made)).questions).toEqual(['Where is my order?'])
  })

  it('[U8] the five most read published articles come first; before anybody has read one, none is called most read', async () => {
    const made = await h.tenant()
    const [first, , , , , last] = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => makeArticle(made.tenant, { slug: name, title: name })),
    )
    await makeArticle(made.tenant, { slug: 'draft', title: '1', isPublished: false })
    const unread = await startersOf(made)
    expect([unread.articles.length, unread.areArticlesRead]).toEqual([5, false])
    await makeReading(made.tenant, last!, first!)
    const { articles, areArticlesRead } = await startersOf(made)
    expect(articles.map(({ slug }) => slug)).toEqual(['f', 'a', 'b', 'c', 'd'])
    expect(areArticlesRead).toBe(true)
    expect(Object.keys(articles[0] ?? {})).not.toContain('views')
  })
})
