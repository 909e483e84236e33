import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaqId } from '#contracts/ids.ts'
import {
  changeFaq,
  createFaq,
  createSampleFaqs,
  deleteFaq,
  deleteSampleFaqs,
  exportFaqs,
  type FaqView,
  getFaq,
  listFaqs,
} from '#contracts/knowledge/faq.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { searchKnowledge } from '#server/knowledge/service.ts'
import { recordKnowledgeRating, recordKnowledgeUse } from '#server/knowledge/usage-counter.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as FaqId
const content = { question: 'Do you ship to Norway?', answer: 'Yes, within 5 days, for 12 pounds.' }

describe('FAQs on the desk', () => {
  it('[K2] an admin creates, changes and deletes a FAQ; open desks get a live event; a change of an old version is a conflict', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin', 'Ada Admin')
    const stream = await admin.stream('/api/stream')
    const id = newId()
    const body = {
      id,
      ...content,
      phrasings: [' shipping to norway ', '', 'shipping to norway'],
      category: 'Features' as const,
    }
    const added = await admin.call(createFaq, { body })
    expect(added).toMatchObject({
      ...content,
      phrasings: ['shipping to norway'],
      category: 'Features',
      priority: 'medium',
      isPublished: true,
      isDemo: false,
      version: 1,
      views: 0,
      helpfulPercent: null,
      createdByName: 'Ada Admin',
    })
    await stream.waitFor('knowledge.changed', (event) => event.part === 'faqs' && event.id === id)
    // The same request again gives the same row; another body under its id is refused.
    expect(await admin.call(createFaq, { body })).toEqual(added)
    expect((await admin.fail(createFaq, { body: { ...body, answer: 'No.' } })).status).toBe(409)

    const changed = await admin.call(changeFaq, {
      params: { faqId: id },
      body: { version: 1, answer: 'Yes, for 15 pounds.', priority: 'high' },
    })
    expect(changed).toMatchObject({
      answer: 'Yes, for 15 pounds.',
      priority: 'high',
      question: content.question,
      version: 2,
    })
    const late = await admin.fail(changeFaq, { params: { faqId: id }, body: { version: 1, answer: 'Never.' } })
    expect(late).toMatchObject({ status: 409, error: { current: { answer: 'Yes, for 15 pounds.', version: 2 } } })

    expect(await admin.call(deleteFaq, { params: { faqId: id } })).toEqual({ deleted: true })
    expect((await admin.fail(getFaq, { params: { faqId: id } })).status).toBe(404)
    expect((await admin.call(listFaqs, {})).items).toEqual([])
    stream.close()
  })

  it('[K2] a FAQ whose question or answer is blank is refused with a message for each field', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const empty = await admin.fail(createFaq, { body: { id: newId(), question: '  ', answer: ' \n ' } })
    expect(empty.error).toMatchObject({
      code: 'invalid_input',
      fields: { 'body.question': 'Enter the question.', 'body.answer': 'Enter the answer.' },
    })
    const faq = await admin.call(createFaq, { body: { id: newId(), ...content } })
    const blank = await admin.fail(changeFaq, { params: { faqId: faq.id }, body: { version: 1, answer: ' ' } })
    expect(blank.error.fields).toEqual({ 'body.answer': 'Enter the answer.' })
    expect((await admin.call(getFaq, { params: { faqId: faq.id } })).faq.answer).toBe(content.answer)
  })

  it('[K2] eight sample FAQs are added once; they are labelled; a changed one is no sample any more; the others are removed at once', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    expect(await admin.call(listFaqs, {})).toMatchObject({ items: [], isUntouched: true, samples: 0, canEdit: true })
    const twice = await Promise.all([admin.call(createSampleFaqs, {}), admin.call(createSampleFaqs, {})])
    expect(twice.map(({ created }) => created).sort()).toEqual([0, 8])
    const { items, samples, isUntouched } = await admin.call(listFaqs, {})
    expect(items).toHaveLength(8)
    expect(items.every((item) => item.isDemo)).toBe(true)
    expect({ samples, isUntouched }).toEqual({ samples: 8, isUntouched: false })
    const [first] = items as [FaqView]
    const own = await admin.call(changeFaq, {
      params: { faqId: first.id },
      body: { version: 1, answer: 'Our own words.' },
    })
    expect(own.isDemo).toBe(false)
    expect(await admin.call(deleteSampleFaqs, {})).toEqual({ deleted: 7 })
    expect((await admin.call(listFaqs, {})).items.map(({ id }) => id)).toEqual([first.id])
    await admin.call(deleteFaq, { params: { faqId: first.id } })
    // Removed samples are not created again.
    expect(await admin.call(listFaqs, {})).toMatchObject({ items: [], isUntouched: false })
    expect(await admin.call(createSampleFaqs, {})).toEqual({ created: 0 })
  })

  it('[K2] the list of FAQs filters by text, category, priority and status, and its pages hold each FAQ once', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    for (let n = 0; n < 7; n += 1) {
      await makeFaq(made.tenant, {
        question: `Question ${n} 100%?`,
        answer: 'A',
        phrasings: [`other way ${n}`],
        category: n < 3 ? 'Technical' : 'General',
        priority: n === 6 ? 'high' : 'low',
        isPublished: n !== 5,
      })
    }
    const find = async (query: object) =>
      (await admin.call(listFaqs, { query } as never)).items
        .map(({ question }) => question[9])
        .sort()
        .join('')
    expect(await find({ search: 'WAY 4' })).toBe('4')
    expect(await find({ search: '100%' })).toBe('0123456')
    expect(await find({ search: '_ %' })).toBe('')
    expect(await find({ category: 'Technical' })).toBe('012')
    expect(await find({ priority: 'high' })).toBe('6')
    expect(await find({ status: 'draft' })).toBe('5')
    expect(await find({ status: 'published', category: 'General' })).toBe('346')
    const pages: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await admin.call(listFaqs, { query: { limit: 3, ...(cursor ? { cursor } : {}) } })
      expect(page.total).toBe(7)
      pages.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(new Set(pages).size).toBe(7)
    for (const cursor of ['x', '2026-01-01_y', `_${newId()}`]) {
      expect((await admin.fail(listFaqs, { query: { cursor } })).error.fields).toHaveProperty(['query.cursor'])
    }
  })

  it('[K2] agents read FAQs and get 403 for changes; other tenants get 404', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const agent = await h.member(made, 'agent')
    const stranger = await h.member(other, 'owner')
    const { id } = await makeFaq(made.tenant)
    const page = await agent.call(listFaqs, {})
    expect(page).toMatchObject({ canEdit: false, items: [{ id }] })
    const params = { faqId: id }
    const refused = await Promise.all([
      agent.fail(createFaq, { body: { id: newId(), ...content } }),
      agent.fail(changeFaq, { params, body: { version: 1, answer: 'x' } }),
      agent.fail(deleteFaq, { params }),
      agent.fail(deleteSampleFaqs, {}),
    ])
    for (const { status, error } of refused) {
      expect(status).toBe(403)
      expect(error.message).toContain('Only owners and admins')
    }
    const unseen = await Promise.all([
      stranger.fail(getFaq, { params }),
      stranger.fail(changeFaq, { params, body: { version: 1, answer: 'x' } }),
      stranger.fail(deleteFaq, { params }),
    ])
    expect(unseen.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('[K2] the search finds no draft; publishing and withdrawing a FAQ take effect at once', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const id = newId()
    const foundIds = async () =>
      (await searchKnowledge(made.tenant, content.question)).found.map(({ source }) => source.id)
    await admin.call(createFaq, { body: { id, ...content, isPublished: false } })
    expect(await foundIds()).toEqual([])
    const { version } = await admin.call(changeFaq, { params: { faqId: id }, body: { version: 1, isPublished: true } })
    expect(await foundIds()).toEqual([id])
    await admin.call(changeFaq, { params: { faqId: id }, body: { version, isPublished: false } })
    expect(await foundIds()).toEqual([])
  })

  it('[K2] views and ratings of a FAQ count each answer once', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    const { id } = await makeFaq(made.tenant)
    const messages = [newId(), newId(), newId()] as unknown as never[]
    await made.tenant.tx(async (t) => {
      for (const message of messages)
        await recordKnowledgeUse(t, message, [
          { kind: 'faq', id },
          { kind: 'faq', id },
          { kind: 'faq', id: 'no id' },
        ])
      await recordKnowledgeUse(t, messages[0] as never, [{ kind: 'faq', id }])
      await recordKnowledgeRating(t, messages[0] as never, true)
      await recordKnowledgeRating(t, messages[1] as never, true)
      await recordKnowledgeRating(t, messages[1] as never, false)
    })
    const detail = await admin.call(getFaq, { params: { faqId: id } })
    expect(detail).toMatchObject({
      faq: { views: 3, helpfulPercent: 50 },
      helpful: 1,
      notHelpful: 1,
      lastUsedAt: expect.any(String),
    })
    expect(detail.uses).toHaveLength(30)
    expect(detail.uses.at(-1)?.count).toBe(3)
  })

  it('[K6] the exported files hold every column of every FAQ; the CSV escapes quotes, separators, line breaks and formulas', async () => {
    const made = await h.tenant()
    const admin = await h.member(made, 'admin')
    await makeFaq(made.tenant, { question: 'Sample?', isDemo: true })
    const first = {
      question: '=1+1, or "two"?',
      answer: 'First line\n- second; line',
      phrasings: ['@one', 'two'],
      category: 'AI',
      priority: 'low',
      language: 'de',
    } as const
    await makeFaq(made.tenant, { ...first, phrasings: [...first.phrasings], isPublished: false })
    await makeFaq(made.tenant, { question: 'Plain?', answer: 'Yes', phrasings: ['x|y'] })
    const csv = await admin.raw(`${exportFaqs.path}?format=csv`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="faqs-\d{4}-\d\d-\d\d\.csv"$/)
    const header = '\uFEFFquestion,answer,phrasings,category,priority,language,status'
    const rows = [
      `"'=1+1, or ""two""?","First line\n- second; line","'@one\ntwo",AI,low,de,draft`,
      'Plain?,Yes,"x|y\n",General,medium,en,published',
    ]
    // FAQs of one millisecond have no order. Read as bytes: `text()` would remove the byte order mark.
    const files = [rows, rows.toReversed()].map((ordered) => [header, ...ordered, ''].join('\r\n'))
    expect(files).toContain(Buffer.from(await csv.arrayBuffer()).toString())
    const json = await admin.raw(`${exportFaqs.path}?format=json`)
    expect(json.headers.get('content-disposition')).toMatch(/filename="faqs-\d{4}-\d\d-\d\d\.json"$/)
    const exported = (await json.json()) as { question: string }[]
    expect(exported.toSorted((one, other) => one.question.localeCompare(other.question))).toEqual([
      { ...first, status: 'draft' },
      {
        question: 'Plain?',
        answer: 'Yes',
        phrasings: ['x|y'],
        category: 'General',
        priority: 'medium',
        language: 'en',
        status: 'published',
      },
    ])
  })
})
