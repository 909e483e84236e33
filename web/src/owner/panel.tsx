import { Button, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getVersion } from '#contracts/owner/operations.ts'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { useWindowTitle } from '#web/ui/page-menu.ts'
import { LoadingSection } from '#web/ui/parts.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import styles from './panel.module.css'

const waiting = { waiting: LoadingSection }

/** The tabs; `?tab=` names the open one. */
const tabs = {
  overview: {
    label: m.owner_tab_overview,
    Content: lazyPart(async () => (await import('./overview.tsx')).Overview, waiting),
  },
  gifts: {
    label: m.owner_tab_gifts,
    Content: lazyPart(async () => (await import('./gift-tokens.tsx')).GiftTokens, waiting),
  },
  tokens: {
    label: m.owner_tab_tokens,
    Content: lazyPart(async () => (await import('./token-management.tsx')).TokenManagement, waiting),
  },
  matrix: {
    label: m.owner_tab_matrix,
    Content: lazyPart(async () => (await import('./matrix.tsx')).Matrix, waiting),
  },
  mail: { label: m.owner_tab_mail, Content: lazyPart(async () => (await import('./mails.tsx')).Mails, waiting) },
  errors: { label: m.owner_tab_errors, Content: lazyPart(async () => (await import('./errors.tsx')).Errors, waiting) },
  audit: { label: m.owner_tab_audit, Content: lazyPart(async () => (await import('./audit.tsx')).Audit, waiting) },
  jobs: { label: m.owner_tab_jobs, Content: lazyPart(async () => (await import('./jobs.tsx')).Jobs, waiting) },
  load: { label: m.owner_tab_load, Content: lazyPart(async () => (await import('./load.tsx')).Load, waiting) },
  data: { label: m.owner_tab_data, Content: lazyPart(async () => (await import('./data/tab.tsx')).DataTab, waiting) },
  announcements: {
    label: m.owner_tab_announcements,
    Content: lazyPart(async () => (await import('./announcements.tsx')).Announcements, waiting),
  },
}
type TabId = keyof typeof tabs
const tabIds = Object.keys(tabs) as TabId[]

const tabInAddress = (): TabId => {
  const named = new URLSearchParams(location.search).get('tab')
  return tabIds.find((id) => id === named) ?? 'overview'
}

/** The platform owner's panel. */
export function Panel() {
  const [open, setOpen] = useState(tabInAddress)
  useWindowTitle(m.owner_title())
  const show = (value: string | null) => {
    const next = tabIds.find((id) => id === value) ?? 'overview'
    setOpen(next)
    history.replaceState(null, '', `?tab=${next}`)
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Wordmark size={24} />
        <h1 className={styles.title}>{m.owner_title()}</h1>
        <nav className={styles.ways} aria-label={m.owner_ways()}>
          <Button component="a" href="/customer">
            {m.owner_to_customer()}
          </Button>
          <Button component="a" href="/admin" variant="filled">
            {m.owner_to_admin()}
          </Button>
        </nav>
      </header>
      <main className={styles.main}>
        <Tabs value={open} onChange={show} keepMounted={false} classNames={{ list: styles.tabs ?? '' }}>
          <TabRow label={m.owner_tabs()} tabs={tabIds.map((id) => ({ id, label: tabs[id].label }))} open={open} />
          {tabIds.map((id) => {
            const { Content } = tabs[id]
            return (
              <Tabs.Panel key={id} value={id} className={styles.panel ?? ''}>
                <Content />
              </Tabs.Panel>
            )
          })}
        </Tabs>
      </main>
      <Version />
    </div>
  )
}

function Version() {
  const { data } = useQuery({ queryKey: ['version'], queryFn: () => call(getVersion) })
  return (
    <footer className={styles.foot}>
      {data &&
        m.owner_version({
          version: data.version,
          date: data.committedAt ? formatDate(data.committedAt) : m.common_none(),
          schema: data.schema,
        })}
    </footer>
  )
}
