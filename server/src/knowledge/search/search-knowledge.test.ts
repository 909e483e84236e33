import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MessageId } from '#contracts/ids.ts'
import { makeArticle, makeDocument, makeFaq } from '#server/knowledge/fixture.ts'
import { storeReadings } from '#server/knowledge/reading/queries.ts'
import { searchKnowledge } from '#server/knowledge/service.ts'
import { recordKnowledgeRating, recordKnowledgeUse } from '#server/knowledge/usage-counter.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { readKnowledgeFingerprint } from './queries.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const QUESTION = 'can I send back a jacket after five weeks'

describe('search of knowledge', () => {
  test('[K5] a question finds the FAQ that answers it, with its source and a high confidence', async () => {
    const { tenant } = await h.tenant()
    const faq = await makeFaq(tenant)
    await makeFaq(tenant, { question: 'Do you repair e-bikes?', answer: 'Yes, all of them.', phrasings: [] })
    const { confidence, found } = await searchKnowledge(tenant, QUESTION)
    expect(confidence).toBeGreaterThan(0.8)
    expect(found[0]).toEqual({
      question: faq.question,
      answer: faq.answer,
      language: 'en',
      score: confidence,
      source: { kind: 'faq', id: faq.id, title: faq.question, passage: faq.answer, articleSlug: null },
    })
  })

  test('[K5] an article and a document are found with the best passage as plain text', async () => {
    const { tenant } = await h.tenant()
    const article = await makeArticle(tenant, {
      body: `## Wheels\n\n${'Push the axle home and close the lever. '.repeat(5)}\n\n## Pedals\n\nGrease **both** threads. The left pedal turns the other way.`,
    })
    const document = await makeDocument(tenant)
    const pedals = await searchKnowledge(tenant, 'which way does the left pedal turn')
    expect(pedals.found[0]?.answer).toBe('Grease both threads. The left pedal turns the other way.')
    expect(pedals.found[0]?.source).toMatchObject({ kind: 'article', id: article.id, articleSlug: article.slug })
    const warranty = await searchKnowledge(tenant, 'how many years are frames covered')
    expect(warranty.found[0]?.source).toMatchObject({ kind: 'document', id: document.id, articleSlug: null })
    expect(warranty.found[0]?.answer.length).toBeLessThanOrEqual(600)
  })

  test('[K5] no search finds knowledge of another tenant', async () => {
    const [a, b] = [await h.tenant(), await h.tenant()]
    await makeFaq(a.tenant, { answer: 'CANARY-FAQ', phrasings: [QUESTION] })
    await makeArticle(a.tenant, { title: 'CANARY title', body: 'CANARY-ARTICLE about the left pedal.' })
    await makeDocument(a.tenant, { content: 'CANARY-DOCUMENT about frames and forks.' })
    await makeFaq(b.tenant, { question: 'Do you sell gift cards?', answer: 'Yes.', phrasings: [] })
    // Both indexes are in memory, A's first.
    expect(JSON.stringify(await searchKnowledge(a.tenant, QUESTION))).toContain('CANARY-FAQ')
    for (const query of [QUESTION, 'CANARY', 'left pedal', 'frames and forks', 'gift cards', '']) {
      expect(JSON.stringify(await searchKnowledge(b.tenant, query))).not.toContain('CANARY')
    }
    const empty = await h.tenant()
    expect(await searchKnowledge(empty.tenant, QUESTION)).toMatchObject({ confidence: 0, found: [] })
  })

  test('[K5] low ratings of a tenant’s answers lower the confidence of that tenant only', async () => {
    const [a, b] = [await h.tenant(), await h.tenant()]
    const question = 'what about sending back my jacket later on'
    for (const { tenant } of [a, b]) {
      await makeFaq(tenant)
      await makeFaq(tenant, { question: 'Do you repair e-bikes?', answer: 'Yes, all of them.', phrasings: [] })
    }
    await a.tenant.tx(async (t) => {
      for (let i = 0; i < 60; i++) {
        const id = MessageId.parse(crypto.randomUUID())
        await recordKnowledgeUse(t, id, [{ kind: 'faq', id: crypto.randomUUID() }], 0.85)
        await recordKnowledgeRating(t, id, false)
      }
    })
    const [judged, untouched] = [await searchKnowledge(a.tenant, question), await searchKnowledge(b.tenant, question)]
    expect(judged.found[0]?.question).toBe(untouched.found[0]?.question)
    expect(untouched.confidence).toBeGreaterThan(0.3)
    expect(judged.confidence).toBeLessThan(untouched.confidence - 0.15)
  })

  test('[K5] drafts, and documents that are not active, are not found', async () => {
    const { tenant } = await h.tenant()
    await makeFaq(tenant, { isPublished: false, answer: 'DRAFT' })
    await makeArticle(tenant, { isPublished: false, body: 'DRAFT send back a jacket' })
    await makeDocument(tenant, { status: 'processing', content: 'DRAFT send back a jacket' })
    await makeDocument(tenant, { status: 'failed', content: 'DRAFT send back a jacket' })
    expect(await searchKnowledge(tenant, QUESTION)).toMatchObject({ confidence: 0, found: [] })
  })

  test('the next search on every node finds a change', async () => {
    const { tenant } = await h.tenant()
    const faq = await makeFaq(tenant)
    const other = await h.secondNode()
    const there = { ...tenant, platform: other.platform, tx: tenant.tx }
    const ask = async () => (await searchKnowledge(tenant, QUESTION)).found[0]?.answer
    const askThere = async () => (await searchKnowledge(there, QUESTION)).found[0]?.answer
    expect([await ask(), await askThere()]).toEqual([faq.answer, faq.answer])
    await tenant.tx((t) => t.sql(`UPDATE faq SET answer = 'Now 60 days.' WHERE id = $1`, [faq.id]))
    expect([await ask(), await askThere()]).toEqual(['Now 60 days.', 'Now 60 days.'])
    await tenant.tx((t) => t.sql('UPDATE faq SET is_published = false WHERE id = $1', [faq.id]))
    expect([await ask(), await askThere()]).toEqual([undefined, undefined])
    await makeFaq(tenant, { question: 'Where are you?', answer: 'At the canal.', phrasings: [QUESTION] })
    expect([await ask(), await askThere()]).toEqual(['At the canal.', 'At the canal.'])
    await tenant.tx((t) => t.sql('DELETE FROM faq WHERE answer = $1', ['At the canal.']))
    expect([await ask(), await askThere()]).toEqual([undefined, undefined])
  })

  test('a view of an article does not change the fingerprint of the knowledge', async () => {
    const { tenant } = await h.tenant()
    const { id } = await makeArticle(tenant)
    const before = await tenant.tx(readKnowledgeFingerprint)
    const day = tenant.platform.clock.now().toISOString().slice(0, 10)
    await tenant.tx((t) => storeReadings(t, [{ article: id, day, reader: 'proof' }]))
    expect(await tenant.read((t) => t.sql('SELECT 1 FROM article WHERE views = 1'))).toHaveLength(1)
    expect(await tenant.tx(readKnowledgeFingerprint)).toBe(before)
    await makeArticle(tenant)
    expect(await tenant.tx(readKnowledgeFingerprint)).not.toBe(before)
  })
})
