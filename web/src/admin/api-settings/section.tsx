import { Tabs } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiSettingsView } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { CallError } from '#web/lib/call.ts'
import { Page } from '#web/ui/page.tsx'
import { LoadingRows, SaveBar } from '#web/ui/parts.tsx'
import { formatRelativeInText } from '#web/ui/relative-in-text.ts'
import { TabRow } from '#web/ui/tab-row.tsx'
import styles from './api-settings.module.css'
import { BudgetsPanel } from './budgets.tsx'
import { edited, unsavedOf } from './draft.ts'
import { changeDraft, useDraft } from './draft-store.ts'
import { ProviderCard } from './provider-card.tsx'
import { Order, PriorityPanel } from './provider-order.tsx'
import { settingsQuery } from './queries.ts'
import { useSaving } from './use-saving.tsx'

/** The three tabs; `?tab=` names the open one, an unknown value opens the first. */
const tabs: readonly { id: string; label: () => string; providers: readonly ProviderId[] }[] = [
  { id: 'primary', label: m.provider_tab_primary, providers: ['openai', 'deepseek', 'claude'] },
  { id: 'secondary', label: m.provider_tab_secondary, providers: ['gemini', 'mistral', 'cohere', 'groq'] },
  { id: 'specialized', label: m.provider_tab_specialized, providers: ['perplexity', 'huggingface', 'custom'] },
]

/** The API Settings section: keys, models, order and budgets. */
export function ApiSettingsSection() {
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <Page title={m.desk_section_api_settings()}>
      {data ? (
        <Settings view={data} />
      ) : error instanceof CallError && error.code === 'forbidden' ? (
        <EmptyState icon={<IconLock size={24} stroke={1.5} />} title={m.provider_closed_title()}>
          {error.message}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={6} height={64} />
      )}
    </Page>
  )
}

function Settings({ view }: { view: ApiSettingsView }) {
  const draft = useDraft()
  const { faults, problem, isSaving, save, discard, dialog } = useSaving(view, draft)
  const unsaved = unsavedOf(draft)
  useLeaveWarning(unsaved.length > 0)
  return (
    <>
      <div className={styles.layout}>
        <div>
          <p className={styles.intro}>{m.provider_intro()}</p>
          <Providers view={view} faults={faults} />
        </div>
        <aside className={styles.side}>
          <BudgetsPanel
            view={view}
            draft={draft}
            faults={faults}
            onChange={(patch) => changeDraft((before) => ({ ...before, ...patch }))}
          />
          <PriorityPanel
            value={draft.responsePriority ?? view.responsePriority}
            onChange={(responsePriority) => changeDraft((before) => ({ ...before, responsePriority }))}
          />
          <Order
            view={view}
            order={draft.order ?? view.order}
            firstProvider={draft.firstProvider ?? view.firstProvider}
            onChange={(patch) => changeDraft((before) => ({ ...before, ...patch }))}
          />
          {view.updatedAt && view.updatedByName && (
            <p className={styles.help}>
              {m.provider_last_saved({ name: view.updatedByName, when: formatRelativeInText(view.updatedAt) })}
            </p>
          )}
        </aside>
      </div>
      <SaveBar
        unsaved={unsaved.length > 0 ? unsaved.join(', ') : null}
        problem={problem}
        isSaving={isSaving}
        onSave={save}
        onDiscard={discard}
      />
      {dialog}
    </>
  )
}

function Providers({ view, faults }: { view: ApiSettingsView; faults: Record<string, string> }) {
  const [search, change] = useSectionSearch()
  const draft = useDraft()
  const open = tabs.find(({ id }) => id === search.tab)?.id ?? 'primary'
  return (
    <Tabs value={open} onChange={(tab) => change({ tab: tab === 'primary' ? undefined : (tab ?? undefined) })}>
      <TabRow label={m.provider_tabs()} tabs={tabs} open={open} />
      {tabs.map(({ id, providers }) => (
        <Tabs.Panel key={id} value={id} className={styles.cards ?? ''}>
          {providers.map((provider) => {
            const one = view.providers.find((found) => found.id === provider)
            return (
              one && (
                <ProviderCard
                  key={provider}
                  view={one}
                  edit={draft.providers[provider]}
                  faults={faults}
                  onEdit={(patch) => changeDraft((before) => edited(before, one, patch))}
                />
              )
            )
          })}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The browser asks before a tab with unsaved keys is closed. */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
