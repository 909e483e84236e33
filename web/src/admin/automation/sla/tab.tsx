import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { slaQuery } from '#web/admin/automation/queries.ts'
import { settingsQuery } from '#web/admin/settings/queries.ts'
import styles from '#web/admin/settings/settings.module.css'
import { ErrorState } from '#web/kit/states.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { HolidaysCard } from './holidays-card.tsx'
import { TargetsCard } from './targets-card.tsx'

/** Settings → SLA: the agreed times by priority, and the days on which the business is closed. */
export function SlaTab() {
  const { data: sla, error, refetch } = useQuery(slaQuery)
  const { data: settings } = useQuery(settingsQuery)
  if (error && !sla) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!sla) return <LoadingRows label={m.common_loading()} rows={6} height={56} />
  return (
    <div className={styles.page}>
      <TargetsCard key={sla.version} view={sla} />
      {settings && <HolidaysCard key={`holidays ${settings.version}`} view={settings} />}
    </div>
  )
}
