import { z } from 'zod'
import { EscalationReason, Priority, Source } from '#contracts/conversation/conversation.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { ArticleId, DocumentId, FaqId, MessageId, QualityRunId, TestQuestionId } from '#contracts/ids.ts'
import { KnowledgeLanguage } from '#contracts/knowledge/faq.ts'
import { Cursor, Instant, Limit, line, pageOf, requiredLine, requiredText, text } from '#contracts/page.ts'

const Quality = { tag: 'quality', access: 'member' } as const

const NamedSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('faq'), id: FaqId }),
  z.strictObject({ kind: z.literal('article'), id: ArticleId }),
  z.strictObject({ kind: z.literal('document'), id: DocumentId }),
])

/**
 * What a test question should lead to: an answer that rests on a certain source, an answer that says certain words, or no answer
 * at all but a person.
 */
export const Expectation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('source'), source: NamedSource }),
  z.strictObject({ kind: z.literal('answer'), words: requiredText(2000, 'Enter what the answer should say.') }),
  z.strictObject({ kind: z.literal('person') }),
])
export type Expectation = z.output<typeof Expectation>

export const TestOrigin = z.enum(['manual', 'thumbs_down', 'correction', 'escalation'])
export type TestOrigin = z.output<typeof TestOrigin>

export const Verdict = z.enum(['passed', 'failed', 'error'])
export type Verdict = z.output<typeof Verdict>

/** How one question did, in one run. */
export const TestResultView = z.object({
  verdict: Verdict,
  /** What was answered; empty where nothing was. */
  answer: z.string(),
  sources: z.array(z.object({ kind: Source.shape.kind, id: z.string(), title: z.string() })),
  confidence: z.number().nullable(),
  /** Why it failed, by name: the screen words it. */
  reason: z.enum(['other_source', 'no_answer', 'other_words', 'answered', 'error']).nullable(),
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
  /** Verdict in the run before that: what changed. */
  before: Verdict.nullable(),
  createdAt: Instant,
})
export type TestQuestionView = z.output<typeof TestQuestionView>

export const QualityRunView = z.object({
  id: QualityRunId,
  state: z.enum(['running', 'done', 'failed']),
  /** What set it off. */
  trigger: z.enum(['manual', 'knowledge', 'agent', 'model']),
  startedByName: z.string().nullable(),
  total: z.number().int(),
  done: z.number().int(),
  passed: z.number().int(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
})
export type QualityRunView = z.output<typeof QualityRunView>

export const QualityPage = pageOf(TestQuestionView).extend({
  total: z.number().int(),
  /** The newest runs, newest first: the run that is under way, and how it went before. */
  runs: z.array(QualityRunView),
  canEdit: z.boolean(),
})
export type QualityPage = z.output<typeof QualityPage>

export const listTestQuestions = endpoint({
  ...Quality,
  method: 'GET',
  path: '/api/quality/questions',
  summary: 'The test questions with their newest results',
  rate: 'read',
  query: z.object({ cursor: Cursor, limit: Limit }),
  reply: QualityPage,
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
    question: requiredLine(500, 'Enter the question.'),
    expected: Expectation,
  }),
  reply: TestQuestionView,
})

/** One click on a turn that went wrong: the customer's words become a test question; what was answered is what should not be. */
export const testMessage = endpoint({
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
    /** What should have come; without it: a person. */
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
    question: requiredLine(500, 'Enter the question.').optional(),
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

/** Asks all of them now. While a run is under way, that one is given. */
export const startQualityRun = endpoint({
  ...Quality,
  method: 'POST',
  path: '/api/quality/runs',
  summary: 'Run the test questions',
  rate: 'write',
  status: 201,
  reply: QualityRunView,
})

/**
 * What a FAQ would change if it were published as it stands in the form: each test question asked of the knowledge with and
 * without it, by retrieval alone.
 */
export const previewFaq = endpoint({
  ...Quality,
  method: 'POST',
  path: '/api/quality/preview',
  summary: 'What a FAQ would change before it is published',
  rate: 'write',
  body: z.strictObject({
    /** Null: one that is yet to be added. */
    faqId: FaqId.nullable(),
    /** Null: what its removal would change. */
    faq: z
      .strictObject({
        question: line(300),
        answer: text(8000),
        phrasings: z.array(line(300)).max(50).default([]),
        language: KnowledgeLanguage.default('en'),
      })
      .nullable(),
  }),
  reply: z.object({
    total: z.number().int(),
    passedBefore: z.number().int(),
    passedAfter: z.number().int(),
    /** Those whose verdict changes, at most 20. */
    changed: z.array(z.object({ question: z.string(), before: Verdict, after: Verdict })),
  }),
})

/** "Why this answer?": how a message of the assistant came about, for people to read. */
export const explainMessage = endpoint({
  ...Quality,
  method: 'GET',
  path: '/api/quality/messages/:messageId',
  summary: 'Why this answer?',
  rate: 'read',
  params: z.object({ messageId: MessageId }),
  reply: z.object({
    messageId: MessageId,
    engine: z.enum(['model', 'no-key', 'canned']),
    question: z.string(),
    confidence: z.number().nullable(),
    /** The business's threshold as it is now. */
    threshold: z.number(),
    /** Null where nothing was recorded. */
    latencyMs: z.number().int().nullable(),
    firstTokenMs: z.number().int().nullable(),
    agent: z.object({ name: z.string(), type: z.string() }).nullable(),
    analysis: z.object({ urgency: z.string(), complexity: z.string(), tone: z.string() }).nullable(),
    retrieved: z.array(
      z.object({
        kind: Source.shape.kind,
        id: z.string(),
        title: z.string().nullable(),
        score: z.number().nullable(),
        isCited: z.boolean(),
      }),
    ),
    attempts: z.array(
      z.object({
        provider: z.string(),
        model: z.string(),
        fault: z.string().nullable(),
        inputTokens: z.number().int(),
        outputTokens: z.number().int(),
        costMicroCents: z.number(),
        latencyMs: z.number().int(),
      }),
    ),
    gate: z.array(z.object({ reason: z.string(), sentence: z.string() })),
    tools: z.array(z.string()),
    promptHash: z.string().nullable(),
    degraded: z.string().nullable(),
    escalation: z.object({ reason: EscalationReason, priority: Priority }).nullable(),
  }),
})
