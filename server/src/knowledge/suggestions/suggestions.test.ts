import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { suggestAnswers } from '#contracts/knowledge/suggestion.ts'
import { makeArticle, makeDocument, makeFaq } from '#server/knowledge/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

describe('suggestions for a ticket that is written', () => {
  it('[U4] are the published FAQs and articles that match, three at most; drafts, documents and other businesses are left out', async () => {
    const made = await h.tenant()
    const { slug } = made
    const faq = await makeFaq(made.tenant, { question: 'How long do I have to return something?' })
    const article = await makeArticle(made.tenant, {
      slug: 'returns',
      title: 'Return a bike',
      body: 'A bike that you return has to be clean. We collect it within five days of your message.',
    })
    await makeFaq(made.tenant, { question: 'How long do returns take?', answer: 'A secret.', isPublished: false })
    await makeDocument(made.tenant, { name: 'Returns policy', content: 'You return something within 45 days.' })
    const guest = await h.guest(made)
    const ask = async (text: string) => (await guest.call(suggestAnswers, { params: { slug }, body: { text } })).items
    const items = await ask('I want to return something. How long do I have for a return?')
    expect(items[0]).toEqual({ id: faq.id, title: faq.question, text: faq.answer, articleSlug: null })
    expect((await ask('How do I return a bike?')).find(({ id }) => id === article.id)).toMatchObject({
      articleSlug: 'returns',
    })
    const shown = JSON.stringify(items)
    expect(shown).not.toContain('secret')
    expect(shown).not.toContain('Returns policy')
    expect(items.length).toBeLessThanOrEqual(3)
    expect(await ask('The moon is made of cheese')).toEqual([])
    const other = await h.tenant()
    const elsewhere = await h.guest(other)
    const body = { text: 'How long do I have to return something?' }
    expect((await elsewhere.call(suggestAnswers, { params: { slug: other.slug }, body })).items).toEqual([])
  })
})
