import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line, requiredLine, requiredText, SeenVersion } from '#contracts/fields.ts'
import { FaqId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'

const Knowledge = { tag: 'knowledge', access: 'member' } as const

export const FaqCategory = z.enum(['General', 'Account', 'Technical', 'Features', 'AI', 'Integration'])
export type FaqCategory = z.output<typeof FaqCategory>

export const FaqPriority = z.enum(['low', 'medium', 'high'])
export type FaqPriority = z.output<typeof FaqPriority>

export const KnowledgeLanguage = z.enum(LANGUAGES)
export type KnowledgeLanguage = z.output<typeof KnowledgeLanguage>

/** Other ways to ask the same. Empty ones and repetitions are left out. */
export const Phrasings = z
  .array(line(300))
  .max(50, 'error_too_many_phrasings')
  .transform((list) => [...new Set(list.filter((one) => one !== ''))])

export const FaqFields = z.strictObject({
  question: requiredLine(300, 'error_enter_question'),
  answer: requiredText(8000, 'error_enter_answer'),
  phrasings: Phrasings.default([]),
  category: FaqCategory.default('General'),
  priority: FaqPriority.default('medium'),
  language: KnowledgeLanguage.default('en'),
  isPublished: z.boolean().default(true),
})

export const FaqView = z.object({
  id: FaqId,
  question: z.string(),
  answer: z.string(),
  phrasings: z.array(z.string()),
  category: z.string(),
  priority: FaqPriority,
  language: KnowledgeLanguage,
  /** Only published ones reach the assistant. */
  isPublished: z.boolean(),
  /** A sample: labelled, and not counted. Changing or publishing it makes it a FAQ of the business. */
  isDemo: z.boolean(),
  version: z.number().int(),
  /** Answers that cited it, ever. */
  views: z.number().int(),
  /** Share of rated answers that helped, in percent; null before the first rating. */
  helpfulPercent: z.number().int().nullable(),
  createdByName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type FaqView = z.output<typeof FaqView>

const FaqStatus = z.enum(['all', 'published', 'draft', 'sample'])

export const FaqPage = pageOf(FaqView).extend({
  /** How many match the filter. */
  total: z.number().int(),
  /** How many samples there are. */
  samples: z.number().int(),
  /** There was never a FAQ: the samples may be created. */
  isUntouched: z.boolean(),
  /** Whether the caller may change FAQs (owner or admin). */
  canEdit: z.boolean(),
})
export type FaqPage = z.output<typeof FaqPage>

/** Newest change first. `search`: words that must all occur in question, answer or phrasings. */
export const listFaqs = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/faqs',
  summary: 'The questions and answers of the business',
  rate: 'read',
  scope: 'knowledge:read',
  query: z.object({
    search: z.string().max(200).default(''),
    category: FaqCategory.optional(),
    priority: FaqPriority.optional(),
    status: FaqStatus.default('all'),
    cursor: Cursor,
    limit: Limit,
  }),
  reply: FaqPage,
})

export const createFaq = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/faqs',
  summary: 'Add a question with its answer',
  rate: 'write',
  scope: 'knowledge:write',
  idempotent: true,
  status: 201,
  body: FaqFields.extend({ id: FaqId }),
  reply: FaqView,
})

const FaqParams = z.object({ faqId: FaqId })

/** One FAQ with its uses by day. */
export const FaqDetail = z.object({
  faq: FaqView,
  /** Answers that cited it in the last 30 days, by day, oldest first. */
  uses: z.array(z.object({ day: z.iso.date(), count: z.number().int() })),
  lastUsedAt: Instant.nullable(),
  helpful: z.number().int(),
  notHelpful: z.number().int(),
})
export type FaqDetail = z.output<typeof FaqDetail>

export const getFaq = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/faqs/:faqId',
  summary: 'One question with its answer and use',
  rate: 'read',
  scope: 'knowledge:read',
  params: FaqParams,
  reply: FaqDetail,
})

/** Changes the given fields. A change of an older version is a conflict with the current row. */
export const changeFaq = endpoint({
  ...Knowledge,
  method: 'PATCH',
  path: '/api/knowledge/faqs/:faqId',
  summary: 'Change a question or its answer',
  rate: 'write',
  scope: 'knowledge:write',
  params: FaqParams,
  body: z.strictObject({
    version: SeenVersion,
    question: FaqFields.shape.question.optional(),
    answer: FaqFields.shape.answer.optional(),
    phrasings: Phrasings.optional(),
    category: FaqCategory.optional(),
    priority: FaqPriority.optional(),
    language: KnowledgeLanguage.optional(),
    isPublished: z.boolean().optional(),
  }),
  reply: FaqView,
})

export const deleteFaq = endpoint({
  ...Knowledge,
  method: 'DELETE',
  path: '/api/knowledge/faqs/:faqId',
  summary: 'Delete a question',
  rate: 'write',
  scope: 'knowledge:write',
  params: FaqParams,
  reply: z.object({ deleted: z.literal(true) }),
})

/** Creates eight samples in a knowledge base that never had a FAQ; later calls change nothing. */
export const createSampleFaqs = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/faq-samples',
  summary: 'Create the sample questions of an empty knowledge base',
  rate: 'write',
  status: 201,
  reply: z.object({ created: z.number().int() }),
})

export const deleteSampleFaqs = endpoint({
  ...Knowledge,
  method: 'DELETE',
  path: '/api/knowledge/faq-samples',
  summary: 'Remove all sample questions',
  rate: 'write',
  reply: z.object({ deleted: z.number().int() }),
})

/** All FAQs as a file; samples only where there is nothing else. Cells that a spreadsheet would run as formulas get an apostrophe. */
export const exportFaqs = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/faq-export',
  summary: 'Export questions and answers as CSV or JSON',
  rate: 'read',
  scope: 'knowledge:read',
  answer: 'file',
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
  reply: z.undefined(),
})
