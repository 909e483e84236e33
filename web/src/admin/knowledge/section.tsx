import * as m from '#i18n/messages.js'
import { type SectionTabList, SectionTabs, sectionTab } from '#web/admin/section-tabs.tsx'
import { ReviewCount } from './review/review-count.tsx'

const tabs: SectionTabList = [
  sectionTab('profile', m.knowledge_tab_profile, async () => (await import('./profile/tab.tsx')).ProfileTab),
  sectionTab('faqs', m.knowledge_tab_faqs, async () => (await import('./faqs/tab.tsx')).FaqsTab),
  sectionTab('articles', m.article_tab, async () => (await import('./articles/tab.tsx')).ArticlesTab),
  sectionTab('documents', m.knowledge_tab_documents, async () => (await import('./documents/tab.tsx')).DocumentsTab),
  sectionTab('analytics', m.knowledge_tab_analytics, async () => (await import('./analytics/tab.tsx')).AnalyticsTab),
  {
    ...sectionTab('review', m.review_tab, async () => (await import('./review/tab.tsx')).ReviewTab),
    Count: ReviewCount,
  },
  sectionTab('tests', m.quality_tab, async () => (await import('./tests/tab.tsx')).TestsTab),
]

/** The Knowledge section: business profile, FAQs, articles, documents, analytics, review and test questions. */
export function KnowledgeSection() {
  return <SectionTabs section="knowledge" title={m.desk_section_knowledge()} label={m.knowledge_tabs()} tabs={tabs} />
}
