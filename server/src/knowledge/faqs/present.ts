import type { FaqView } from '#contracts/knowledge/faq.ts'
import type { FaqWithUsage } from './queries.ts'

/** `part` of `whole` in percent, rounded; null when `whole` is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole)

/** A FAQ as the desk shows it. */
export const presentFaq = ({ row, views, helpful, rated }: FaqWithUsage): FaqView => ({
  id: row.id,
  question: row.question,
  answer: row.answer,
  phrasings: row.phrasings,
  category: row.category,
  priority: row.priority,
  language: row.language,
  isPublished: row.isPublished,
  isDemo: row.isDemo,
  version: row.version,
  views,
  helpfulPercent: percentOf(helpful, rated),
  createdByName: row.createdByName,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
