import { Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { SectionErrorBoundary } from '#web/admin/section-error-boundary.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './section.module.css'

/** The tabs; `?tab=` names the open one, an unknown value opens the first. */
const tabs = {
  profile: {
    label: m.knowledge_tab_profile,
    Content: lazy(async () => ({ default: (await import('./profile/tab.tsx')).ProfileTab })),
  },
  faqs: {
    label: m.knowledge_tab_faqs,
    Content: lazy(async () => ({ default: (await import('./faqs/tab.tsx')).FaqsTab })),
  },
  documents: {
    label: m.knowledge_tab_documents,
    Content: lazy(async () => ({ default: (await import('./documents/tab.tsx')).DocumentsTab })),
  },
  analytics: {
    label: m.knowledge_tab_analytics,
    Content: lazy(async () => ({ default: (await import('./analytics/tab.tsx')).AnalyticsTab })),
  },
  tests: {
    label: m.quality_tab,
    Content: lazy(async () => ({ default: (await import('./tests/tab.tsx')).TestsTab })),
  },
}

export type KnowledgeTab = keyof typeof tabs
const tabIds = Object.keys(tabs) as KnowledgeTab[]

/** The tab in the address. */
export function tabFrom(value: string | undefined): KnowledgeTab {
  return tabIds.find((id) => id === value) ?? 'profile'
}

/** The Knowledge section: business profile, FAQs, documents, analytics and test questions. */
export function KnowledgeSection() {
  const [search, change] = useSectionSearch()
  const open = tabFrom(search.tab)
  // The address parts of one tab are dropped when another opens.
  const show = (tab: string | null) =>
    change({
      ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
      section: 'knowledge',
      tab: tab ?? undefined,
    })
  return (
    <Page title={m.desk_section_knowledge()} isFilled>
      <Tabs
        value={open}
        onChange={show}
        keepMounted={false}
        classNames={{ root: styles.tabs ?? '', panel: styles.panel ?? '', list: styles.list ?? '' }}
      >
        <Tabs.List aria-label={m.knowledge_tabs()}>
          {tabIds.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {tabs[id].label()}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabIds.map((id) => {
          const { Content } = tabs[id]
          return (
            <Tabs.Panel key={id} value={id}>
              <SectionErrorBoundary>
                <Suspense fallback={<LoadingRows label={m.common_loading()} />}>
                  <Content />
                </Suspense>
              </SectionErrorBoundary>
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Page>
  )
}
