import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { ChosenDays, Dimension, TicketReportRow } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { formatDuration } from '#web/admin/duration.ts'
import { SectionLink } from '#web/admin/section-link.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Card } from '#web/kit/surface.tsx'
import { formatNumber, pageLocale } from '#web/lib/format.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import styles from './analytics.module.css'
import { dimensionLabel, dimensions, rowLabel } from './labels.ts'
import { breakdownQuery } from './queries.ts'
import { type Dated, filterOf, rowsOf, type Span } from './rows.ts'

/** The figures of the period by agent, team, category, channel, source or link; each number of tickets opens them. */
export function Breakdown({ period }: { period: ChosenDays }) {
  const heading = useId()
  const [search, change] = useSectionSearch()
  const dimension = dimensions.find((one) => one === search.by) ?? 'agent'
  const { data, error, isPlaceholderData, refetch } = useQuery(breakdownQuery({ ...period, dimension }))
  return (
    <Card className={styles.block} aria-labelledby={heading}>
      <header className={styles.blockHead}>
        <h2 id={heading}>{m.analytics_by()}</h2>
        <SegmentedControl
          size="xs"
          aria-label={m.analytics_by()}
          value={dimension}
          onChange={(by) => change({ by: by === 'agent' ? undefined : by }, { replace: true })}
          data={dimensions.map((value) => ({ value, label: dimensionLabel(value) }))}
        />
      </header>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows label={m.common_loading()} rows={4} />}
      {data?.rows.length === 0 && <p className={styles.none}>{m.analytics_none()}</p>}
      {data && data.rows.length > 0 && !error && (
        <div className={styles.rows} data-stale={isPlaceholderData || undefined}>
          <DataTable
            label={`${m.analytics_by()}: ${dimensionLabel(dimension)}`}
            columns={columnsOf(dimension, data.period, Math.max(1, ...data.rows.map(({ created }) => created)))}
            rows={data.rows}
            keyOf={({ key }) => key ?? ''}
            rowHeight={36}
          />
        </div>
      )}
    </Card>
  )
}

const orNull = <Value,>(value: Value | null, show: (value: Value) => ReactNode): ReactNode =>
  value === null ? null : show(value)

const byNumber = (of: (row: TicketReportRow) => number | null) => (a: TicketReportRow, b: TicketReportRow) =>
  (of(a) ?? -1) - (of(b) ?? -1)

function columnsOf(dimension: Dimension, period: Span, most: number): Column<TicketReportRow>[] {
  const nameOf = (row: TicketReportRow) => rowLabel(dimension, row)
  const opened = (dated: Dated, row: TicketReportRow, count: number, shown = formatNumber(count)) =>
    count === 0 ? null : (
      <SectionLink
        section="tickets"
        values={{ ...rowsOf(dated, period), ...filterOf(dimension, row.key) }}
        className={styles.count}
      >
        {shown}
      </SectionLink>
    )
  const counted = { isNumber: true, width: '120px' } as const
  return [
    {
      key: 'name',
      header: dimensionLabel(dimension),
      render: nameOf,
      compare: (a, b) => nameOf(a).localeCompare(nameOf(b)),
    },
    {
      key: 'bar',
      header: '',
      width: '22%',
      render: ({ created }) => (
        <span className={styles.track} aria-hidden="true">
          <span style={{ width: `${(100 * created) / most}%` }} />
        </span>
      ),
    },
    {
      ...counted,
      key: 'created',
      header: m.analytics_created(),
      render: (row) => opened('created', row, row.created),
      compare: byNumber(({ created }) => created),
    },
    {
      ...counted,
      key: 'resolved',
      header: m.analytics_resolved(),
      render: (row) => opened('resolved', row, row.resolved),
      compare: byNumber(({ resolved }) => resolved),
    },
    {
      ...counted,
      key: 'response',
      header: m.analytics_first_response(),
      render: ({ firstResponse }) => orNull(firstResponse, formatDuration),
      compare: byNumber(({ firstResponse }) => firstResponse),
    },
    {
      ...counted,
      key: 'resolution',
      header: m.analytics_resolution(),
      render: ({ resolution }) => orNull(resolution, formatDuration),
      compare: byNumber(({ resolution }) => resolution),
    },
    {
      ...counted,
      key: 'rating',
      header: m.analytics_satisfaction(),
      render: (row) =>
        opened(
          'rated',
          row,
          row.ratings,
          m.analytics_rated({
            stars: (row.rating ?? 0).toLocaleString(pageLocale(), { maximumFractionDigits: 1 }),
            count: formatNumber(row.ratings),
          }),
        ),
      compare: byNumber(({ rating }) => rating),
    },
  ]
}
