import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import * as m from '#i18n/messages.js'
import { openSection, type SectionValues } from '#web/admin/desk-address.ts'
import { SectionLink } from '#web/admin/section-link.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { Card, Skeleton } from '#web/kit/surface.tsx'
import { formatNumber } from '#web/lib/format.ts'
import styles from './analytics.module.css'
import { formatDays } from './period.ts'
import type { Bucket, Span } from './rows.ts'

export type Series = {
  name: () => string
  key: 'created' | 'resolved' | 'backlog'
  color: string
  /** The tickets behind one of its values. */
  rowsOf: (span: Span) => SectionValues
}

const Chart = lazyPart(async () => (await import('./chart.tsx')).Chart, {
  waiting: () => <Skeleton height="220px" radius="6px" />,
})

type ChartCardProps = { title: string; buckets: readonly Bucket[]; series: readonly Series[] }

/** Figures over time as a chart or, by a switch, as a table; each value opens its tickets. Screen readers have the table in both. */
export function ChartCard({ title, buckets, series }: ChartCardProps) {
  const [isTable, setTable] = useState(false)
  const heading = useId()
  const isEmpty = buckets.every((bucket) => series.every(({ key }) => bucket[key] === 0))
  return (
    <Card className={styles.block} aria-labelledby={heading}>
      <header className={styles.blockHead}>
        <h2 id={heading}>{title}</h2>
        <Button size="compact-xs" variant="subtle" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {m.analytics_as_table()}
        </Button>
      </header>
      {isEmpty && !isTable && <p className={styles.none}>{m.analytics_none()}</p>}
      {!isEmpty && !isTable && (
        <>
          <p className={styles.legend} aria-hidden="true">
            {series.map(({ name, key, color }) => (
              <span key={key}>
                <i style={{ background: color }} /> {name()}
              </span>
            ))}
          </p>
          <div aria-hidden="true">
            <Chart
              buckets={buckets}
              series={series}
              onPick={(one, bucket) => openSection('tickets', one.rowsOf(bucket))}
            />
          </div>
        </>
      )}
      <div className={isTable ? styles.tableBox : 'visually-hidden'}>
        <Table title={title} buckets={buckets} series={series} isLinked={isTable} />
      </div>
    </Card>
  )
}

type TableProps = Pick<ChartCardProps, 'title' | 'buckets' | 'series'> & { isLinked: boolean }

function Table({ title, buckets, series, isLinked }: TableProps) {
  const isWeekly =
    buckets.length > 1 && Date.parse(buckets[1]?.day ?? '') - Date.parse(buckets[0]?.day ?? '') > 86_400_000
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{isWeekly ? m.analytics_week_from() : m.analytics_day()}</th>
          {series.map(({ key, name }) => (
            <th key={key} scope="col" className={styles.number}>
              {name()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket) => (
          <tr key={bucket.day}>
            <th scope="row">{formatDays({ from: bucket.day, to: bucket.day })}</th>
            {series.map(({ key, rowsOf }) => (
              <td key={key} className={styles.number}>
                {isLinked && bucket[key] > 0 ? (
                  <SectionLink section="tickets" values={rowsOf(bucket)}>
                    {formatNumber(bucket[key])}
                  </SectionLink>
                ) : (
                  formatNumber(bucket[key])
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
