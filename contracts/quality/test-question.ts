import { z } from 'zod'
import { Source } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, requiredLine, requiredText } from '#contracts/fields.ts'
import { ArticleId, DocumentId, FaqId, MessageId, TestQuestionId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'
import { QualityRunView } from './quality-run.ts'

const Quality = { tag: 'quality', access: 'member' } as const

const NamedSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('faq'), id: FaqId }),
  z.strictObject({ kind: z.literal('article'), id: ArticleId }),
  z.strictObject({ kind: z.literal('document'), id: DocumentId }),
])

/**
 * What a test question should lead to: an answer that cites a certain source, an answer with a certain text, or no answer
 * at all but a person.
 */
export const Expectation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('source'), source: NamedSource }),
  z.strictObject({ kind: z.literal('answer'), words: requiredText(2000, 'error_enter_expected_answer') }),
  z.strictObject({ kind: z.literal('person') }),
])
export type Expectation = z.output<typeof Expectation>

export const TestOrigin = z.enum(['manual', 'thumbs_down', 'correction', 'escalation'])
export type TestOrigin = z.output<typeof TestOrigin>

export const Verdict = z.enum(['passed', 'failed', 'error'])
export type Verdict = z.output<typeof Verdict>

/** Result of one test question in one run. */
export const TestResultView = z.object({
  verdict: Verdict,
  /** What was answered; empty where nothing was. */
  answer: z.string(),
  sources: z.array(z.object({ kind: Source.shape.kind, id: z.string(), title: z.string() })),
  confidence: z.number().nullable(),
  /** Why it failed, as a code; the screen has its text. */
  reason: z.enum(['other_source', 'no_answer', 'other_text', 'answered', 'error']).nullable(),
})
export type TestResultView = z.output<typeof TestResultView>

export const TestQuestionView = z.object({
  id: TestQuestionId,
  question: z.string(),
  expected: Expectation,
  /** Name of the expected source; null where it is none, or is no longer there. */
  expectedTitle: z.string().nullable(),
  origin: TestOrigin,
  /** Of the newest finished run. */
  latest: TestResultView.nullable(),
  /** Verdict of the run before that, to show what changed. */
  before: Verdict.nullable(),
  createdAt: Instant,
})
export type TestQuestionView = z.output<typeof TestQuestionView>

export const TestQuestionPage = pageOf(TestQuestionView).extend({
  total: z.number().int(),
  /** The newest runs, newest first, with the running one. */
  runs: z.array(QualityRunView),
  canEdit: z.boolean(),
})
export type TestQuestionPage = z.output<typeof TestQuestionPage>

export const listTestQuestions = endpoint({
  ...Quality,
  method: 'GET',
  path: '/api/quality/questions',
  summary: 'The test questions with their newest results',
  rate: 'read',
  query: z.object({ cursor: Cursor, limit: Limit }),
  reply: TestQuestionPage,
})

export const createTestQuestion = endpoint({
  ...Quality,
  method: 'POST',
  path: '/api/quality/questions',
  summary: 'Add a test question',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    id: TestQuestionId,
    question: requiredLine(500, 'error_enter_question'),
    expected: Expectation,
  }),
  reply: TestQuestionView,
})

/** Makes a test question of a wrong answer: the customer's message is the question. */
export const createTestQuestionFromMessage = endpoint({
  ...Quality,
  method: 'POST',
  path: '/api/quality/questions/from-message',
  summary: 'Make a test question of an answer in a chat',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    id: TestQuestionId,
    messageId: MessageId,
    origin: TestOrigin.exclude(['manual']),
    /** The expected result; without it, a person. */
    expected: Expectation.optional(),
  }),
  reply: TestQuestionView,
})

const QuestionParams = z.object({ testQuestionId: TestQuestionId })

export const changeTestQuestion = endpoint({
  ...Quality,
  method: 'PATCH',
  path: '/api/quality/questions/:testQuestionId',
  summary: 'Change a test question',
  rate: 'write',
  params: QuestionParams,
  body: z.strictObject({
    question: requiredLine(500, 'error_enter_question').optional(),
    expected: Expectation.optional(),
  }),
  reply: TestQuestionView,
})

export const deleteTestQuestion = endpoint({
  ...Quality,
  method: 'DELETE',
  path: '/api/quality/questions/:testQuestionId',
  summary: 'Remove a test question',
  rate: 'write',
  params: QuestionParams,
  reply: z.object({ ok: z.literal(true) }),
})
