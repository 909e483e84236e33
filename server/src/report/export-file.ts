import type { Days, Dimension } from '#contracts/report/report.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { csvCell } from '#server/platform/text/text.ts'
import { periodOf } from './period.ts'
import { readTicketReport, rowsBy } from './ticket-report.ts'

type Cell = string | number | null

/** The figures of a period as CSV, one row for each day or for each member, team, category, channel or source. */
export async function buildReportFile(tenant: Tenant, { by, ...days }: Days & { by: 'day' | Dimension }) {
  const rows = by === 'day' ? await rowsByDay(tenant, days) : await rowsByDimension(tenant, days, by)
  const text = `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
  return { name: `report-${by}-${days.from}-${days.to}.csv`, text }
}

async function rowsByDay(tenant: Tenant, days: Days): Promise<Cell[][]> {
  const report = await readTicketReport(tenant, days)
  return [
    ['day', 'created', 'resolved', 'backlog'],
    ...report.days.map(({ day, created, resolved, backlog }) => [day, created, resolved, backlog]),
  ]
}

const rowsByDimension = (tenant: Tenant, days: Days, by: Dimension): Promise<Cell[][]> =>
  tenant.read(async (t) => {
    const rows = await rowsBy(t, await periodOf(t, days), by)
    return [
      [by, 'created', 'resolved', 'median_first_response_seconds', 'median_resolution_seconds', 'ratings', 'rating'],
      ...rows.map((row): Cell[] => [
        row.name ?? row.key,
        row.created,
        row.resolved,
        row.firstResponse,
        row.resolution,
        row.ratings,
        row.rating === null ? null : Math.round(row.rating * 100) / 100,
      ]),
    ]
  })
