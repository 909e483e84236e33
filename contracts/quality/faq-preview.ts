import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { line, text } from '#contracts/fields.ts'
import { FaqId } from '#contracts/ids.ts'
import { KnowledgeLanguage } from '#contracts/knowledge/faq.ts'
import { Verdict } from './test-question.ts'

const Quality = { tag: 'quality', access: 'member' } as const

/**
 * What a FAQ would change if it were published as it is in the form: each test question is asked with it and
 * without it, by retrieval only.
 */
export const previewFaq = endpoint({
  ...Quality,
  method: 'POST',
  path: '/api/quality/preview',
  summary: 'What a FAQ would change before it is published',
  rate: 'write',
  body: z.strictObject({
    /** Null: a new FAQ. */
    faqId: FaqId.nullable(),
    /** Null: the FAQ is removed. */
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
