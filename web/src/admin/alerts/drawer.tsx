import { Button, Drawer } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AlertSummary, type AlertView, readAlert, readAllAlerts } from '#contracts/notification/alert.ts'
import * as m from '#i18n/messages.js'
import { SectionLink } from '#web/admin/section-link.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './alerts.module.css'
import { alertsQuery, summaryQuery } from './queries.ts'
import { alertText, repeatsOf, targetOf } from './texts.ts'

/** The list of alerts, newest first. Opening one marks it as read, here and on the member's other screens. */
export function AlertsDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="min(440px, 100vw)"
      title={m.alert_bell()}
      classNames={{ content: styles.drawer ?? '' }}
      transitionProps={{ duration: 150 }}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <Alerts onLeave={onClose} />
    </Drawer>
  )
}

function useReading() {
  const client = useQueryClient()
  const show = (now: AlertSummary) => {
    client.setQueryData(summaryQuery.queryKey, now)
    return client.invalidateQueries({ queryKey: alertsQuery.queryKey })
  }
  const one = useMutation({
    mutationFn: (alertId: AlertView['id']) => call(readAlert, { params: { alertId } }),
    onSuccess: show,
    onError: notify.failure,
  })
  const all = useMutation({
    mutationFn: (until: string) => call(readAllAlerts, { body: { until } }),
    onSuccess: show,
    onError: notify.failure,
  })
  return { one, all }
}

function Alerts({ onLeave }: { onLeave: () => void }) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(alertsQuery)
  const { one, all } = useReading()
  if (isPending) return <LoadingRows label={m.common_loading()} rows={6} height={56} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const alerts = data.pages.flatMap(({ items }) => items)
  const [newest] = alerts
  return (
    <>
      <div className={styles.tools}>
        <Button
          size="compact-sm"
          disabled={!newest || alerts.every(({ isRead }) => isRead) || all.isPending}
          onClick={() => newest && all.mutate(newest.at)}
        >
          {m.alert_read_all()}
        </Button>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the link inside has the keyboard */}
        <span onClick={onLeave}>
          <SectionLink section="settings" values={{ tab: 'notifications' }} className={styles.choose}>
            {m.alert_choose()}
          </SectionLink>
        </span>
      </div>
      {!newest && (
        <EmptyState icon={<IconBell size={28} stroke={1.5} aria-hidden="true" />} title={m.alert_none()}>
          {m.alert_none_text()}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {alerts.map((alert) => (
          <Row
            key={alert.id}
            alert={alert}
            onRead={() => !alert.isRead && one.mutate(alert.id)}
            onOpen={() => {
              if (!alert.isRead) one.mutate(alert.id)
              onLeave()
            }}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button fullWidth disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.alert_more()}
        </Button>
      )}
    </>
  )
}

type RowProps = { alert: AlertView; onRead: () => void; onOpen: () => void }

function Row({ alert, onRead, onOpen }: RowProps) {
  const repeats = repeatsOf(alert)
  const text = alertText(alert)
  return (
    <li className={styles.row} data-unread={!alert.isRead || undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the link inside has the keyboard */}
      <span className={styles.lines} onClick={onOpen}>
        <SectionLink {...targetOf(alert)} className={styles.title}>
          {text}
          {!alert.isRead && <span className="visually-hidden"> {m.desk_unread()}</span>}
        </SectionLink>
        {alert.ticket && (
          <span className={styles.about}>
            {m.alert_ticket({ number: alert.ticket.number, subject: alert.ticket.subject })}
          </span>
        )}
        <span className={styles.when}>
          <RelativeTime at={alert.at} />
          {repeats > 1 && <span>{m.alert_times({ count: repeats })}</span>}
        </span>
      </span>
      {!alert.isRead && (
        <button type="button" className={styles.mark} aria-label={m.alert_read({ text })} onClick={onRead}>
          <span aria-hidden="true" />
        </button>
      )}
    </li>
  )
}
