import { useId } from 'react'
import type { TicketReport } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import { formatDuration } from '#web/admin/duration.ts'
import { SectionLink } from '#web/admin/section-link.tsx'
import { Card } from '#web/kit/surface.tsx'
import { formatNumber } from '#web/lib/format.ts'
import styles from './analytics.module.css'

/** The slowest first replies beyond what is usual, each with its ticket: they are why the average says little. */
export function Outliers({ firstResponse: { outliers, count } }: Pick<TicketReport, 'firstResponse'>) {
  const heading = useId()
  const { limit, tickets } = outliers
  return (
    <Card className={styles.block} aria-labelledby={heading}>
      <h2 id={heading}>{m.analytics_outliers()}</h2>
      {tickets.length === 0 ? (
        <p className={styles.none}>{count === 0 ? m.analytics_nothing_measured() : m.analytics_no_outliers()}</p>
      ) : (
        <>
          <p className={styles.note}>
            {m.analytics_outliers_text({
              count: formatNumber(outliers.count),
              of: formatNumber(count),
              limit: formatDuration(limit ?? 0),
            })}
          </p>
          <ol className={styles.plain}>
            {tickets.map(({ id, number, subject, seconds }) => (
              <li key={id} className={styles.entry}>
                <SectionLink section="tickets" values={{ ticket: id }} className={styles.subject}>
                  #{number} {subject}
                </SectionLink>
                <span className={styles.amount}>{formatDuration(seconds)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}
