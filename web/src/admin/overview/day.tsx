import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { OverviewView } from '#contracts/report/overview.ts'
import { rateDemoTicket } from '#contracts/ticket/demo-ticket.ts'
import * as m from '#i18n/messages.js'
import { useDeskEvents } from '#web/admin/desk-events.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './figures.module.css'
import { OverviewFigures } from './figures.tsx'
import { activityQuery, overviewQuery } from './queries.ts'

const BATCH_MS = 500

/** Reads the overview again when something happens, at most twice a second. */
function useOverviewLive(): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useDeskEvents(({ type }) => {
    if (!/^(ticket\.|message\.created|knowledge\.|resync)/.test(type)) return
    timer.current ??= setTimeout(() => {
      timer.current = null
      void client.invalidateQueries({ queryKey: ['overview'] })
    }, BATCH_MS)
  })
}

/** The day at a glance: six cards, tickets by status, what waits for the member, recent activity. Live. */
export function Day() {
  useOverviewLive()
  const { data, error, isFetching, refetch } = useQuery(overviewQuery)
  return (
    <>
      {error && !isFetching && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && isFetching && <LoadingRows label={m.common_loading()} height={72} rows={4} />}
      {data && (
        <>
          <OverviewFigures view={data} />
          <div className={styles.columns}>
            <Performance view={data} />
            <Activity />
          </div>
        </>
      )}
    </>
  )
}

function Performance({ view: { statuses, waiting } }: { view: OverviewView }) {
  const shown = [
    { label: m.common_status_open(), count: statuses.open },
    { label: m.common_status_in_progress(), count: statuses.inProgress },
    { label: m.common_status_waiting(), count: statuses.waiting },
    { label: m.common_status_resolved(), count: statuses.resolved },
    { label: m.common_status_closed(), count: statuses.closed },
  ]
  const all = shown.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={styles.block} aria-label={m.overview_performance()}>
      <h2>{m.overview_performance()}</h2>
      {all === 0 ? (
        <p className={styles.note}>{m.overview_no_tickets()}</p>
      ) : (
        <ul className={styles.list} aria-label={m.overview_statuses()}>
          {shown.map(({ label, count }) => (
            <li key={label} className={styles.status}>
              <span>{label}</span>
              <span className={styles.number}>{formatNumber(count)}</span>
              <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect width="100" height="6" />
                <rect width={(100 * count) / all} height="6" />
              </svg>
            </li>
          ))}
        </ul>
      )}
      <h2>{m.overview_waiting()}</h2>
      <ul className={styles.list}>
        <li>
          <a href="?section=tickets&assignee=me">{m.overview_mine({ count: formatNumber(waiting.mine) })}</a>
        </li>
        <li>
          <a href="?section=tickets&assignee=none">
            {m.overview_unassigned({ count: formatNumber(waiting.unassigned) })}
          </a>
        </li>
      </ul>
    </section>
  )
}

function Activity() {
  const { data, error, isFetching, refetch } = useQuery(activityQuery)
  return (
    <section className={styles.block} aria-label={m.overview_activity()}>
      <h2>{m.overview_activity()}</h2>
      {error && !isFetching && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && isFetching && <LoadingRows label={m.common_loading()} rows={5} />}
      {data?.length === 0 && <p className={styles.note}>{m.overview_no_activity()}</p>}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map(({ id, action, at, actorName, ticketId, ticketSubject }) => (
            <li key={id} className={styles.entry}>
              <span>{action}</span>
              <RelativeTime at={at} className={styles.when} />
              <span className={styles.who}>
                {ticketId ? <a href={`?section=tickets&ticket=${ticketId}`}>{ticketSubject}</a> : ticketSubject}{' '}
                {m.overview_by({ name: actorName })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Rates a finished demo ticket, for who wants to see what a rating looks like. */
export function DemoRating() {
  const client = useQueryClient()
  const rate = async () => {
    try {
      const { ticketId } = await call(rateDemoTicket, {})
      if (ticketId) notify.success(m.overview_demo_rated())
      else notify.info(m.overview_demo_none())
      void client.invalidateQueries({ queryKey: ['overview'] })
    } catch (error) {
      notify.failure(error)
    }
  }
  return <Button onClick={() => void rate()}>{m.overview_demo_rating()}</Button>
}
