import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ChosenDays, TicketReport } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { useDeskEvents } from '#web/admin/desk-events.ts'
import { SectionLink } from '#web/admin/section-link.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Page } from '#web/ui/page.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './analytics.module.css'
import { AssistantCard } from './assistant-card.tsx'
import { Breakdown } from './breakdown.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Figures } from './figures.tsx'
import { HeatMap } from './heat-map.tsx'
import { Outliers } from './outliers.tsx'
import { periodFrom } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { analyticsKey, assistantReportQuery, ticketReportQuery } from './queries.ts'
import { BacklogCard, VolumeCard } from './volume-cards.tsx'

/** The first change is shown at once; while more come, they are read together after this time. */
const FIRST_MS = 200
const BATCH_MS = 5000

/** Reads the figures again when a ticket changes: at once, then at most every five seconds. */
function useAnalyticsLive(): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const readAt = useRef(0)
  useDeskEvents(({ type }) => {
    if (!/^(ticket\.|resync)/.test(type)) return
    const sinceRead = Date.now() - readAt.current
    timer.current ??= setTimeout(
      () => {
        timer.current = null
        readAt.current = Date.now()
        void client.invalidateQueries({ queryKey: analyticsKey })
      },
      Math.max(FIRST_MS, BATCH_MS - sinceRead),
    )
  })
}

/** Analytics: the figures of a period beside those of the period before; each opens the rows that it is made of. */
export function AnalyticsSection() {
  const [search] = useSectionSearch()
  const period = periodFrom(search)
  const { data, error, isPlaceholderData, refetch } = useQuery(ticketReportQuery(period))
  useAnalyticsLive()
  if (error instanceof CallError && error.code === 'plan_limit') return <NotIncluded error={error} />
  return (
    <Page title={m.desk_section_analytics()} actions={<ExportMenu period={period} />}>
      <div className={styles.section}>
        <PeriodPicker period={period} report={isPlaceholderData ? null : (data?.period ?? null)} />
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingRows label={m.common_loading()} height={72} rows={8} />}
        {data && !error && (
          <div className={styles.content} data-stale={isPlaceholderData || undefined}>
            <Report period={period} report={data} />
          </div>
        )}
      </div>
    </Page>
  )
}

function Report({ period, report }: { period: ChosenDays; report: TicketReport }) {
  const assistant = useQuery(assistantReportQuery(period))
  return (
    <>
      <Figures report={report} assistant={assistant.data ?? null} />
      <div className={styles.columns}>
        <VolumeCard report={report} />
        <BacklogCard report={report} />
      </div>
      <div className={styles.columns}>
        <AssistantCard period={period} read={assistant} />
        <Outliers firstResponse={report.firstResponse} />
      </div>
      <HeatMap report={report} />
      <Breakdown period={period} />
    </>
  )
}

function NotIncluded({ error }: { error: CallError }) {
  return (
    <Page title={m.desk_section_analytics()}>
      <EmptyState
        title={failureText(error)}
        action={<SectionLink section="billing">{m.analytics_see_plans()}</SectionLink>}
      />
    </Page>
  )
}
