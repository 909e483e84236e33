import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'

const Knowledge = { tag: 'knowledge', access: 'member' } as const

export const Period = z.enum(['7d', '30d', '90d', 'all'])
export type Period = z.output<typeof Period>

const Count = z.number().int()

export const KnowledgeAnalytics = z.object({
  period: Period,
  /** (FAQs + documents) / 20, at most 100; samples, drafts and failed documents do not count. */
  progressPercent: Count,
  faqs: Count,
  documents: Count,
  drafts: Count,
  samples: Count,
  /** Added within the period. */
  newFaqs: Count,
  newDocuments: Count,
  /** Answers that cited the business's knowledge in the period, and in the one before. */
  views: Count,
  viewsBefore: Count.nullable(),
  ratings: Count,
  helpful: Count,
  /** Views by day, oldest first; by week for 90 days and more. */
  viewsByDay: z.array(z.object({ day: z.iso.date(), count: Count })),
  /** At most three each; the screen has their texts. */
  gaps: z.array(z.enum(['technical_faqs', 'troubleshooting_document', 'account_faqs'])),
  suggestions: z.array(z.object({ kind: z.enum(['add_faqs', 'add_documents', 'publish_drafts']), count: Count })),
  topCategories: z.array(z.object({ category: z.string(), entries: Count, views: Count })),
  topEntries: z.array(
    z.object({ kind: z.enum(['faq', 'article', 'document']), id: z.string(), title: z.string(), views: Count }),
  ),
  /** Readers of help articles in the period, each once a day; bots and members of the business are left out. */
  readers: Count,
  /** The articles that were read most in the period. */
  topArticles: z.array(z.object({ id: z.string(), title: z.string(), readers: Count })),
  recent: z.array(
    z.object({
      kind: z.enum(['faq', 'document']),
      id: z.string(),
      title: z.string(),
      change: z.enum(['added', 'changed']),
      at: Instant,
    }),
  ),
})
export type KnowledgeAnalytics = z.output<typeof KnowledgeAnalytics>

export const getKnowledgeAnalytics = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/analytics',
  summary: 'Knowledge analytics by period',
  rate: 'read',
  scope: 'analytics:read',
  query: z.object({ period: Period.default('30d') }),
  reply: KnowledgeAnalytics,
})
