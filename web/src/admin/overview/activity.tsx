import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { SectionLink } from '#web/admin/section-link.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { LoadingRows, SampleBadge } from '#web/ui/parts.tsx'
import styles from './figures.module.css'
import { activityQuery } from './queries.ts'

/** The newest entries of the activity log, live. A failed load keeps the last ones and offers Retry; without any it shows a sample. */
export function Activity() {
  const { data, error, isFetching, refetch } = useQuery(activityQuery)
  return (
    <section className={styles.block} aria-label={m.overview_activity()}>
      <h2>{m.overview_activity()}</h2>
      {error && !isFetching && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && isFetching && <LoadingRows label={m.common_loading()} rows={5} />}
      {error && !data && !isFetching && <SampleEntry />}
      {data?.length === 0 && <p className={styles.note}>{m.overview_no_activity()}</p>}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map(({ id, action, at, actorName, ticketId, ticketSubject }) => (
            <li key={id} className={styles.entry}>
              <span>{action}</span>
              <RelativeTime at={at} className={styles.when} />
              <span className={styles.who}>
                {ticketId ? (
                  <SectionLink section="tickets" values={{ ticket: ticketId }}>
                    {ticketSubject}
                  </SectionLink>
                ) : (
                  ticketSubject
                )}{' '}
                {m.overview_by({ name: actorName })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SampleEntry() {
  return (
    <ul className={styles.list}>
      <li className={styles.entry}>
        <span>{m.overview_sample_activity()}</span>
        <SampleBadge />
        <span className={styles.who}>{m.overview_sample_ticket()}</span>
      </li>
    </ul>
  )
}
