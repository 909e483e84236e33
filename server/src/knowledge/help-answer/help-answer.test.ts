import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findHelpAnswer } from '#contracts/knowledge/help-answer.ts'
import { getSettings, saveSettings } from '#contracts/tenant/settings.ts'
import { makeArticle, makeDocument, makeFaq } from '#server/knowledge/fixture.ts'
import { searchKnowledge } from '#server/knowledge/search/search-knowledge.ts'
import { setTenantStatus } from '#server/tenant/service.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import * as reads from './reads.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const ask = async ({ slug }: TestTenant, search: string) =>
  (await h.visitor().call(findHelpAnswer, { params: { slug }, query: { search } })).answer

describe('the answer to a search in the help center', () => {
  test('[U8] is the passage that answers, with its source: a FAQ, an article to read on, or a document with its page', async () => {
    const made = await h.tenant()
    const faq = await makeFaq(made.tenant)
    const title = 'How do I fit the pedals?'
    await makeArticle(made.tenant, { slug: 'pedals', title })
    await makeDocument(made.tenant)
    const source = { kind: 'faq', title: faq.question, page: null, articleSlug: null }
    expect(await ask(made, 'How long do I have to return something?')).toEqual({
      text: faq.answer,
      language: 'en',
      source,
    })
    // A slip and another form of the words.
    expect(await ask(made, 'how long do i hav for returning something')).toMatchObject({ source })
    expect(await ask(made, 'How do I fit the pedals?')).toMatchObject({
      text: expect.stringContaining('Grease both threads'),
      source: { kind: 'article', title, articleSlug: 'pedals' },
    })
  })

  test('[U8] is none where the knowledge is not sure, by the confidence that the business wants of its assistant', async () => {
    const made = await h.tenant()
    await makeFaq(made.tenant)
    for (const search of ['', '   ', '\0', 'The moon is made of cheese', 'Do you sell helicopters?'])
      expect(await ask(made, search), search).toBeNull()
    const owner = await h.member(made, 'owner')
    const search = 'send a bike back'
    const { confidence } = await searchKnowledge(made.tenant, search, 1)
    expect(confidence).toBeGreaterThan(0.6)
    expect(confidence).toBeLessThan(0.9)
    for (const confidenceThreshold of [0.6, 0.9]) {
      const { version } = await owner.call(getSettings)
      await owner.call(saveSettings, { body: { version, aiSettings: { confidenceThreshold } } })
      expect((await ask(made, search)) !== null).toBe(confidence >= confidenceThreshold)
    }
  })

  test('[U8] never comes from a draft or another business, nor from one that is suspended', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const question = 'How long do I have to return something?'
    await makeFaq(made.tenant, { question, isPublished: false })
    await makeArticle(made.tenant, { title: question, isPublished: false })
    await makeFaq(other.tenant)
    expect(await ask(made, question)).toBeNull()
    expect(await ask(other, question)).not.toBeNull()
    await other.tenant.tx((t) => setTenantStatus(t, 'SUSPENDED'))
    await expect.poll(() => ask(other, question).catch(({ status }) => status)).toBe(404)
  })

  test('[U8] of a long FAQ is its beginning as plain text', async () => {
    const made = await h.tenant()
    const answer = `**Within 45 days.** [Write to us](https://example.com).\n\n${'More about returns. '.repeat(60)}`
    const { question } = await makeFaq(made.tenant, { answer })
    const found = await ask(made, question)
    expect(found?.text).toMatch(/^Within 45 days\. Write to us\./)
    expect(found?.text).toMatch(/ …$/)
    expect(found?.text.length).toBeLessThan(610)
  })

  test('[U8] takes three statements once the knowledge is loaded: the business, what changed, the row to quote', async () => {
    const made = await h.tenant()
    const { question } = await makeFaq(made.tenant)
    await ask(made, question)
    const { statements, commits } = await measureCall(() => reads.findHelpAnswer(made.tenant, question))
    expect({ statements, commits }).toEqual({ statements: 3, commits: 0 })
  })
})
