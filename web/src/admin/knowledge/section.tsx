import { Tabs } from '@mantine/core'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingSection } from '#web/ui/parts.tsx'
import styles from './section.module.css'

/** The tabs; `?tab=` names the open one, an unknown value opens the first. */
const tabs = {
  profile: {
    label: m.knowledge_tab_profile,
    Content: lazyPart(async () => (await import('./profile/tab.tsx')).ProfileTab, { waiting: LoadingSection }),
  },
  faqs: {
    label: m.knowledge_tab_faqs,
    Content: lazyPart(async () => (await import('./faqs/tab.tsx')).FaqsTab, { waiting: LoadingSection }),
  },
  articles: {
    label: m.article_tab,
    Content: lazyPart(async () => (await import('./articles/tab.tsx')).ArticlesTab, { waiting: LoadingSection }),
  },
  documents: {
    label: m.knowledge_tab_documents,
    Content: lazyPart(async () => (await import('./documents/tab.tsx')).DocumentsTab, { waiting: LoadingSection }),
  },
  analytics: {
    label: m.knowledge_tab_analytics,
    Content: lazyPart(async () => (await import('./analytics/tab.tsx')).AnalyticsTab, { waiting: LoadingSection }),
  },
  tests: {
    label: m.quality_tab,
    Content: lazyPart(async () => (await import('./tests/tab.tsx')).TestsTab, { waiting: LoadingSection }),
  },
}

export type KnowledgeTab = keyof typeof tabs
const tabIds = Object.keys(tabs) as KnowledgeTab[]

/** The tab in the address. */
export function tabFrom(value: string | undefined): KnowledgeTab {
  return tabIds.find((id) => id === value) ?? 'profile'
}

/** The Knowledge section: business profile, FAQs, articles, documents, analytics and test questions. */
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
              <Content />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Page>
  )
}
