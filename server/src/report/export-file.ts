import type { ChosenDays, Dimension } from '#contracts/report/report.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { csvCell } from '#server/platform/text/text.ts'
import { readTicketReport, readTicketReportBy } from './ticket-report.ts'

type Cell = string | number | null

/** The figures of a period as CSV, one row for each day or for each member, team, category, channel, source or link. */
export async function buildReportFile(tenant: Tenant, { by, ...days }: ChosenDays & { by: 'day' | Dimension }) {
  const { period, rows } = by === 'day' ? await rowsByDay(tenant, days) : await rowsByDimension(tenant, days, by)
  const text = `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
  return { name: `report-${by}-${period.from}-${period.to}.csv`, text }
}

async function rowsByDay(tenant: Tenant, days: ChosenDays) {
  const report = await readTicketReport(tenant, days)
  const rows: Cell[][] = [
    ['day', 'created', 'resolved', 'backlog'],
    ...report.days.map(({ day, created, resolved, backlog }) => [day, created, resolved, backlog]),
  ]
  return { period: report.period, rows }
}

async function rowsByDimension(tenant: Tenant, days: ChosenDays, dimension: Dimension) {
  const report = await readTicketReportBy(tenant, { ...days, dimension })
  const rows: Cell[][] = [
    [
      dimension,
      'created',
      'resolved',
      'median_first_response_seconds',
      'median_resolution_seconds',
      'ratings',
      'rating',
    ],
    ...report.rows.map((row): Cell[] => [
      row.name ?? row.key,
      row.created,
      row.resolved,
      row.firstResponse,
      row.resolution,
      row.ratings,
      row.rating === null ? null : Math.round(row.rating * 100) / 100,
    ]),
  ]
  return { period: report.period, rows }
}
