import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SettingsView } from '#contracts/tenant/settings.ts'
import * as m from '#i18n/messages.js'
import { settingsQuery as providersQuery } from '#web/admin/api-settings/queries.ts'
import { signOut } from '#web/admin/session.ts'
import { settingsQuery } from '#web/admin/settings/queries.ts'
import shared from '#web/admin/settings/settings.module.css'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { CallError } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows, SaveBar } from '#web/ui/parts.tsx'
import { AccountCard } from './account-card.tsx'
import { AiCard } from './ai-card.tsx'
import { BusinessCard } from './business-card.tsx'
import { type Draft, EMPTY, unsavedOf } from './draft.ts'
import styles from './general.module.css'
import { ExperienceCard, NotificationsCard, SitesCard, SupportCard } from './switch-cards.tsx'
import { useSaving } from './use-saving.ts'

/** General: the account, and every card of the business's settings with one save for all. */
export function GeneralTab() {
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <div className={shared.page}>
      <AccountCard />
      {data ? (
        <Cards view={data} />
      ) : error instanceof CallError && error.code === 'forbidden' ? (
        <EmptyState icon={<IconLock size={24} stroke={1.5} />} title={m.settings_closed_title()}>
          {error.message}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={8} height={56} />
      )}
      <Button className={styles.signOut ?? ''} onClick={() => void signOut().catch(notify.failure)}>
        {m.desk_sign_out()}
      </Button>
    </div>
  )
}

// In memory only, so that it stays while another section is open.
let kept: Draft = EMPTY

function Cards({ view }: { view: SettingsView }) {
  const { data: providers } = useQuery(providersQuery)
  const [draft, setDraft] = useState(kept)
  const change = (next: Draft) => {
    kept = next
    setDraft(next)
  }
  const { faults, problem, conflict, isSaving, save, discard } = useSaving(view, providers, draft, change)
  const unsaved = unsavedOf(draft)
  useLeaveWarning(unsaved.length > 0)
  const card = { view, draft, faults, onChange: change }
  return (
    <>
      {conflict && (
        <p className={shared.conflict} role="alert">
          {m.error_settings_changed()} {conflict.length > 0 && <strong>{conflict.join(', ')}</strong>}
        </p>
      )}
      <BusinessCard {...card} />
      <AiCard {...card} providers={providers} />
      <ExperienceCard {...card} />
      <SupportCard {...card} />
      <NotificationsCard {...card} />
      <SitesCard {...card} />
      <SaveBar
        unsaved={unsaved.length > 0 ? unsaved.join(', ') : null}
        problem={problem}
        isSaving={isSaving}
        onSave={save}
        onDiscard={discard}
      />
    </>
  )
}

/** The browser asks before a tab with unsaved settings is closed. */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
