import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { rateDemoTicket } from '#contracts/ticket/demo-ticket.ts'
import * as m from '#i18n/messages.js'
import { useDeskEvents } from '#web/admin/desk-events.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { Activity } from './activity.tsx'
import styles from './figures.module.css'
import { OverviewFigures } from './figures.tsx'
import { Performance } from './performance.tsx'
import { overviewQuery } from './queries.ts'

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
