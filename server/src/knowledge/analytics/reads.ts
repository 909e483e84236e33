import type { KnowledgeAnalytics, Period } from '#contracts/knowledge/analytics.ts'
import type { Tenant } from '#server/platform/platform.ts'
import {
  type KnowledgeInventory,
  readArticleReaders,
  readInventory,
  readRecentChanges,
  readTopCategories,
  readTopEntries,
  readUsageTotals,
  readViewsByDay,
  type Span,
} from './queries.ts'

const DAY_MS = 86_400_000
const DAYS: Record<Period, number | null> = { '7d': 7, '30d': 30, '90d': 90, all: null }

/** 20 entries make 100 % training progress; below ten FAQs or five documents, adding more is suggested. */
const TRAINED_ENTRIES = 20
const GOOD_FAQS = 10
const GOOD_DOCUMENTS = 5
const FEW_FAQS = 2
const TOP = 5

/** What the knowledge base holds and how it was used within the period. Samples are not counted. */
export const readKnowledgeAnalytics = (tenant: Tenant, period: Period): Promise<KnowledgeAnalytics> =>
  tenant.readStale(async (t) => {
    const days = DAYS[period]
    const from = days === null ? null : new Date(t.now.getTime() - days * DAY_MS)
    const span: Span = { from, step: days === null || days > 30 ? 'week' : 'day' }
    const [stock, service, recent, viewsByDay, topCategories, topEntries, articles] = await Promise.all([
      readInventory(t, span),
      readUsageTotals(t, span),
      readRecentChanges(t, span),
      readViewsByDay(t, span),
      readTopCategories(t, span, TOP),
      readTopEntries(t, span, TOP),
      readArticleReaders(t, span, TOP),
    ])
    return {
      period,
      progressPercent: trainingProgress(stock),
      faqs: stock.faqs,
      documents: stock.documents,
      drafts: stock.drafts,
      samples: stock.samples,
      newFaqs: stock.newFaqs,
      newDocuments: stock.newDocuments,
      ...service,
      viewsBefore: from ? service.viewsBefore : null,
      viewsByDay,
      gaps: findKnowledgeGaps(stock),
      suggestions: suggestImprovements(stock),
      topCategories,
      topEntries,
      ...articles,
      recent: recent.map((one) => ({ ...one, at: one.at.toISOString() })),
    }
  })

/** (FAQs + documents) / 20, capped at 100 %. */
export const trainingProgress = ({ faqs, documents }: Pick<KnowledgeInventory, 'faqs' | 'documents'>): number =>
  Math.min(100, Math.round((100 * (faqs + documents)) / TRAINED_ENTRIES))

export function findKnowledgeGaps(stock: KnowledgeInventory): KnowledgeAnalytics['gaps'] {
  const gaps: KnowledgeAnalytics['gaps'] = []
  if (stock.technicalFaqs < FEW_FAQS) gaps.push('technical_faqs')
  if (stock.troubleshooting === 0) gaps.push('troubleshooting_document')
  if (stock.accountFaqs < FEW_FAQS) gaps.push('account_faqs')
  return gaps
}

export function suggestImprovements({
  faqs,
  documents,
  drafts,
}: KnowledgeInventory): KnowledgeAnalytics['suggestions'] {
  const suggestions: KnowledgeAnalytics['suggestions'] = []
  if (faqs < GOOD_FAQS) suggestions.push({ kind: 'add_faqs', count: GOOD_FAQS - faqs })
  if (documents < GOOD_DOCUMENTS) suggestions.push({ kind: 'add_documents', count: GOOD_DOCUMENTS - documents })
  if (drafts > 0) suggestions.push({ kind: 'publish_drafts', count: drafts })
  return suggestions
}
