import { Tabs } from '@mantine/core'
import type { ComponentType } from 'react'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingSection } from '#web/ui/parts.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { useSectionSearch } from './desk-address.ts'
import styles from './section-tabs.module.css'
import type { SectionId } from './sections.ts'

type SectionTab = {
  id: string
  label: () => string
  Content: ComponentType
  /** How much waits there, beside its name. */
  Count?: ComponentType
}

/** The tabs in their order; `?tab=` names the open one, an unknown value opens the first. */
export type SectionTabList = readonly [SectionTab, ...SectionTab[]]

/** A tab whose code is loaded when it is first opened. */
export const sectionTab = (id: string, label: () => string, load: () => Promise<ComponentType>): SectionTab => ({
  id,
  label,
  Content: lazyPart(load, { waiting: LoadingSection }),
})

type Props = { section: SectionId; title: string; label: string; tabs: SectionTabList }

/** A section of the desk that is divided into tabs, each with its own address. `label` names the row of tabs. */
export function SectionTabs({ section, title, label, tabs }: Props) {
  const [search, change] = useSectionSearch()
  const open = tabs.find(({ id }) => id === search.tab) ?? tabs[0]
  // The address parts of one tab are dropped when another opens.
  const show = (id: string | null) =>
    change({
      ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
      section,
      tab: id === tabs[0].id ? undefined : (id ?? undefined),
    })
  return (
    <Page title={title} isFilled>
      <Tabs
        value={open.id}
        onChange={show}
        keepMounted={false}
        classNames={{ root: styles.tabs ?? '', panel: styles.panel ?? '', list: styles.list ?? '' }}
      >
        <TabRow label={label} tabs={tabs} open={open.id} />
        {tabs.map(({ id, Content }) => (
          <Tabs.Panel key={id} value={id}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
