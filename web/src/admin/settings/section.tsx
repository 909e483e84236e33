import { Tabs } from '@mantine/core'
import { type ComponentType, useEffect, useRef } from 'react'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingSection } from '#web/ui/parts.tsx'
import styles from './section.module.css'

type SettingsTab = { id: string; label: () => string; Content: ComponentType }

const tab = (id: string, label: () => string, load: () => Promise<ComponentType>): SettingsTab => ({
  id,
  label,
  Content: lazyPart(load, { waiting: LoadingSection }),
})

/** The tabs in their order; `?tab=` names the open one, an unknown value opens the first. */
const tabs: readonly [SettingsTab, ...SettingsTab[]] = [
  tab('general', m.settings_tab_general, async () => (await import('./general/tab.tsx')).GeneralTab),
  tab('branding', m.settings_tab_branding, async () => (await import('./branding/tab.tsx')).BrandingTab),
  tab('portal', m.settings_tab_portal, async () => (await import('./portal/tab.tsx')).PortalTab),
  tab('tickets', m.settings_tab_tickets, async () => (await import('./tickets/tab.tsx')).TicketsTab),
  tab('team', m.settings_tab_team, async () => (await import('#web/admin/team/tab.tsx')).TeamTab),
  tab('sla', m.sla_tab, async () => (await import('#web/admin/automation/sla/tab.tsx')).SlaTab),
  tab('rules', m.rule_tab, async () => (await import('#web/admin/automation/rules/tab.tsx')).RulesTab),
  tab('macros', m.settings_tab_macros, async () => (await import('./macros/tab.tsx')).MacrosTab),
  tab(
    'notifications',
    m.settings_tab_notifications,
    async () => (await import('./notifications/tab.tsx')).NotificationsTab,
  ),
]

/** The System Settings section: the business and its rules, each tab with its own address. */
export function SettingsSection() {
  const [search, change] = useSectionSearch()
  const open = tabs.find(({ id }) => id === search.tab) ?? tabs[0]
  const list = useRef<HTMLDivElement>(null)
  // On a phone the list of tabs is wider than the page.
  useEffect(() => {
    list.current?.querySelector(`[id$='-tab-${open.id}']`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open.id])
  // The address parts of one tab are dropped when another opens.
  const show = (id: string | null) =>
    change({
      ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
      section: 'settings',
      tab: id === tabs[0].id ? undefined : (id ?? undefined),
    })
  return (
    <Page title={m.desk_section_settings()} isFilled>
      <Tabs
        value={open.id}
        onChange={show}
        keepMounted={false}
        classNames={{ root: styles.tabs ?? '', panel: styles.panel ?? '', list: styles.list ?? '' }}
      >
        <Tabs.List ref={list} aria-label={m.settings_tabs()}>
          {tabs.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label()}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ id, Content }) => (
          <Tabs.Panel key={id} value={id}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
