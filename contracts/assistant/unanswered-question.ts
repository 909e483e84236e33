import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { FaqId, QuestionGroupId, TicketId } from '#contracts/ids.ts'
import { Period } from '#contracts/knowledge/analytics.ts'
import { FaqFields, FaqView, KnowledgeLanguage, Phrasings } from '#contracts/knowledge/faq.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'

const Knowledge = { tag: 'knowledge', access: 'member' } as const
const Count = z.number().int()

export const QuestionGroupView = z.object({
  id: QuestionGroupId,
  /** The question that represents the group. */
  text: z.string(),
  /** The other questions of the group, as customers wrote them. */
  phrasings: z.array(z.string()),
  language: KnowledgeLanguage,
  /** How often it was asked within the period. */
  count: Count,
  status: z.enum(['open', 'solved', 'dismissed']),
  /** The FAQ that answers it now, or the most similar one. */
  faq: z.object({ id: FaqId, question: z.string() }).nullable(),
  firstAt: Instant,
  lastAt: Instant,
})
export type QuestionGroupView = z.output<typeof QuestionGroupView>

/** What customers asked and the assistant could not answer, most often asked first. */
export const listQuestionGroups = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/questions',
  summary: 'Questions without an answer, grouped',
  rate: 'read',
  scope: 'knowledge:read',
  query: z.object({
    period: Period.default('all'),
    status: z.enum(['open', 'solved', 'dismissed']).default('open'),
    cursor: Cursor,
    limit: Limit,
  }),
  reply: pageOf(QuestionGroupView).extend({ openGroups: Count, openQuestions: Count, canEdit: z.boolean() }),
})

const GroupParams = z.object({ questionGroupId: QuestionGroupId })

export const QuestionDraft = z.object({
  group: QuestionGroupView,
  question: z.string(),
  phrasings: z.array(z.string()),
  /** A member's reply in a resolved ticket of one of these chats; empty where there is none. */
  answer: z.string(),
  ticket: z.object({ id: TicketId, number: Count, subject: z.string() }).nullable(),
})
export type QuestionDraft = z.output<typeof QuestionDraft>

/** Drafts a FAQ from this group. */
export const draftFaqFromQuestions = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/questions/:questionGroupId/draft',
  summary: 'A FAQ drafted from questions without an answer',
  rate: 'read',
  params: GroupParams,
  reply: QuestionDraft,
})

export const createFaqFromQuestions = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/questions/:questionGroupId/faq',
  summary: 'Add a FAQ that answers these questions',
  rate: 'write',
  idempotent: true,
  status: 201,
  params: GroupParams,
  body: FaqFields.extend({ id: FaqId }),
  reply: FaqView,
})

export const addQuestionsToFaq = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/questions/:questionGroupId/phrasings',
  summary: 'Add these questions as phrasings of a FAQ',
  rate: 'write',
  params: GroupParams,
  body: z.strictObject({ faqId: FaqId, phrasings: Phrasings }),
  reply: FaqView,
})

export const setQuestionGroupStatus = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/questions/:questionGroupId/status',
  summary: 'Dismiss questions, or open them again',
  rate: 'write',
  params: GroupParams,
  body: z.strictObject({ status: z.enum(['open', 'dismissed']) }),
  reply: z.object({ status: z.enum(['open', 'dismissed']) }),
})
