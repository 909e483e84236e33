import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TestQuestionId } from '#contracts/ids.ts'
import { changeFaq } from '#contracts/knowledge/faq.ts'
import { explainMessage } from '#contracts/quality/answer-explanation.ts'
import { previewFaq } from '#contracts/quality/faq-preview.ts'
import { startQualityRun } from '#contracts/quality/quality-run.ts'
import {
  changeTestQuestion,
  createTestQuestion,
  createTestQuestionFromMessage,
  deleteTestQuestion,
  listTestQuestions,
} from '#contracts/quality/test-question.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { faq } from '#server/knowledge/schema.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { evaluateAnswer } from './evaluate-answer.ts'
import { runAfterChange } from './jobs.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as TestQuestionId
const QUESTION = 'how long do I have to return something'

async function shop() {
  const acme = await h.tenant('Acme')
  const returns = await makeFaq(acme.tenant)
  const admin = await h.member(acme, 'admin')
  const add = (question: string, expected: Parameters<typeof evaluateAnswer>[0]) =>
    admin.call(createTestQuestion, { body: { id: newId(), question, expected } })
  const expectReturns = { kind: 'source', source: { kind: 'faq', id: returns.id } } as const
  return { acme, returns, admin, add, expectReturns }
}

type Admin = Awaited<ReturnType<typeof shop>>['admin']

async function runAll(admin: Admin) {
  const started = await admin.call(startQualityRun, {})
  return await expect
    .poll(async () => (await admin.call(listTestQuestions, {})).runs.find(({ id }) => id === started.id)?.state, {
      timeout: 40_000,
    })
    .toBe('done')
    .then(() => admin.call(listTestQuestions, {}))
}

describe('the evaluation of an answer', () => {
  const answered = {
    isAnswered: true,
    text: 'You have 45 days to return it.',
    sources: [{ kind: 'faq', id: 'a' }],
  } as const
  it('compares source, words, numbers and handover with the expectation', () => {
    expect(evaluateAnswer({ kind: 'source', source: { kind: 'faq', id: 'a' } }, answered).verdict).toBe('passed')
    expect(evaluateAnswer({ kind: 'source', source: { kind: 'faq', id: 'b' } }, answered).reason).toBe('other_source')
    expect(evaluateAnswer({ kind: 'answer', words: 'return within 45 days' }, answered).verdict).toBe('passed')
    expect(evaluateAnswer({ kind: 'answer', words: 'return within 30 days' }, answered).reason).toBe('other_text')
    // Two of five words.
    expect(
      evaluateAnswer({ kind: 'answer', words: 'You have 45 days with receipt and packaging' }, answered).reason,
    ).toBe('other_text')
    expect(evaluateAnswer({ kind: 'person' }, answered).reason).toBe('answered')
    expect(evaluateAnswer({ kind: 'person' }, { ...answered, isAnswered: false }).verdict).toBe('passed')
    expect(evaluateAnswer({ kind: 'answer', words: 'yes' }, { ...answered, isAnswered: false }).reason).toBe(
      'no_answer',
    )
  })
})

describe('a test question', () => {
  it('is asked and evaluated in a run, and shows the verdict of the previous run', async () => {
    const { acme, returns, admin, add, expectReturns } = await shop()
    await add(QUESTION, expectReturns)
    await add('what is the capital of Mongolia', { kind: 'person' })
    const first = await runAll(admin)
    expect(first.runs[0]).toMatchObject({ state: 'done', total: 2, done: 2, passed: 2, trigger: 'manual' })
    expect(first.items.find(({ expected }) => expected.kind === 'source')).toMatchObject({
      expectedTitle: returns.question,
      latest: { verdict: 'passed', sources: [{ id: returns.id }] },
      before: null,
    })
    await acme.tenant.tx((t) => t.db.update(faq).set({ isPublished: false }).where(eq(faq.id, returns.id)))
    const second = await runAll(admin)
    expect(second.runs[0]).toMatchObject({ passed: 1 })
    expect(second.items.find(({ expected }) => expected.kind === 'source')).toMatchObject({
      latest: { verdict: 'failed', reason: 'no_answer' },
      before: 'passed',
    })
  })

  it('is asked again after a change of knowledge, once for several changes', async () => {
    const { acme, returns, admin, add, expectReturns } = await shop()
    await add(QUESTION, expectReturns)
    const params = { faqId: returns.id }
    await admin.call(changeFaq, { params, body: { version: 1, answer: 'You have 45 days.' } })
    await admin.call(changeFaq, { params, body: { version: 2, answer: 'You have 50 days.' } })
    const [payload, ...more] = await queuedRuns(acme.tenant.id)
    expect(more).toEqual([])
    expect(payload).toEqual({ tenantId: acme.tenant.id, trigger: 'knowledge' })
    await runAfterChange.run(h.platform, payload!)
    await expect
      .poll(async () => (await admin.call(listTestQuestions, {})).runs[0], { timeout: 40_000 })
      .toMatchObject({ state: 'done', trigger: 'knowledge', startedByName: null, passed: 1 })
  })

  it('shows in a preview what a FAQ change would do, without storing anything', async () => {
    const { returns, admin, add, expectReturns } = await shop()
    await add(QUESTION, expectReturns)
    await add('do you sell gift cards', { kind: 'answer', words: 'gift cards from 10 pounds' })
    const draft = { question: 'Do you sell gift cards?', answer: 'Yes, gift cards from 10 pounds.', phrasings: [] }
    const better = await admin.call(previewFaq, { body: { faqId: null, faq: draft } })
    expect(better).toEqual({
      total: 2,
      passedBefore: 1,
      passedAfter: 2,
      changed: [{ question: 'do you sell gift cards', before: 'failed', after: 'passed' }],
    })
    const worse = await admin.call(previewFaq, { body: { faqId: returns.id, faq: null } })
    expect(worse).toMatchObject({ passedBefore: 1, passedAfter: 0, changed: [{ question: QUESTION, after: 'failed' }] })
    expect(await admin.call(previewFaq, { body: { faqId: null, faq: draft } })).toMatchObject({ passedBefore: 1 })
  })

  it('can be created from an answer, and the answer’s explanation names its retrieved sources', async () => {
    const { acme, returns, admin } = await shop()
    const message = await answerOf(acme, QUESTION)
    const made = await admin.call(createTestQuestionFromMessage, {
      body: { id: newId(), messageId: message.id, origin: 'thumbs_down' },
    })
    expect(made).toMatchObject({ question: QUESTION, expected: { kind: 'person' }, origin: 'thumbs_down' })
    const why = await admin.call(explainMessage, { params: { messageId: message.id } })
    expect(why).toMatchObject({
      engine: 'no-key',
      question: QUESTION,
      threshold: 0.8,
      retrieved: [{ kind: 'faq', id: returns.id, title: returns.question, isCited: true }],
      escalation: null,
    })
    expect(why.confidence).toBeGreaterThan(0.8)
  })

  it('is not needed for an explanation, which says which provider came first, why, and how each call ended', async () => {
    const { acme, admin } = await shop()
    // Nothing listens at the providers' addresses of this server.
    for (const provider of ['openai', 'deepseek'] as const) await connectProvider(acme.tenant, provider)
    const message = await answerOf(acme, QUESTION)
    const why = await admin.call(explainMessage, { params: { messageId: message.id } })
    expect(why).toMatchObject({
      engine: 'no-key',
      degraded: 'all_failed',
      providerChoice: { order: ['deepseek', 'openai'], reason: 'simple', skipped: [] },
      attempts: [
        { provider: 'deepseek', cause: 'first', fault: 'no_network', isEstimated: false, costMicroCents: 0 },
        { provider: 'openai', cause: 'fallback', fault: 'no_network' },
      ],
    })
  })

  it('can be changed and deleted by an admin, and only be read by an agent', async () => {
    const { acme, admin, add, expectReturns } = await shop()
    const { id } = await add(QUESTION, expectReturns)
    const changed = await admin.call(changeTestQuestion, {
      params: { testQuestionId: id },
      body: { expected: { kind: 'answer', words: '45 days' } },
    })
    expect(changed.expected).toEqual({ kind: 'answer', words: '45 days' })
    const agent = await h.member(acme, 'agent')
    expect((await agent.call(listTestQuestions, {})).canEdit).toBe(false)
    await expect(agent.call(deleteTestQuestion, { params: { testQuestionId: id } })).rejects.toThrow(
      /owners and admins/,
    )
    await admin.call(deleteTestQuestion, { params: { testQuestionId: id } })
    expect((await admin.call(listTestQuestions, {})).total).toBe(0)
  })

  it('refuses a source of another tenant as its expectation', async () => {
    const { admin } = await shop()
    const other = await shop()
    const body = { id: newId(), question: QUESTION, expected: other.expectReturns }
    await expect(admin.call(createTestQuestion, { body })).rejects.toThrow(/does not exist/)
  })
})

/** Queued runs that wait for the quiet time after a change. */
async function queuedRuns(tenantId: string) {
  const rows = await queryAsOwner<{ data: Parameters<typeof runAfterChange.run>[1] }>(
    h.database.ownerUrl,
    `SELECT data FROM pgboss.job WHERE name = $1 AND data ->> 'tenantId' = $2`,
    [runAfterChange.name, tenantId],
  )
  return rows.map(({ data }) => data)
}

async function answerOf(acme: TestTenant, words: string) {
  const guest = await h.guest(acme)
  const { slug } = acme
  const id = crypto.randomUUID() as ConversationId
  const opened = await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  const stream = await guest.stream(`/api/portal/${slug}/conversations/${id}/stream?after=${opened.conversation.seq}`)
  const body = { id: crypto.randomUUID() as MessageId, body: words, fileIds: [] }
  await guest.call(sendGuestMessage, { params: { slug, conversationId: id }, body })
  const { message } = await stream.waitFor('message.created', (event) => event.message.author === 'assistant')
  return message
}
