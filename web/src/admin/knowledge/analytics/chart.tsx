import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import * as m from '#i18n/messages.js'
import { formatDate, pageLocale } from '#web/lib/format.ts'

type Props = { points: readonly { day: string; count: number }[]; isWeekly: boolean }

const noonOf = (day: string) => `${day}T12:00:00Z`

/** Views over time as bars, with the same figures as a table for screen readers. */
export function Chart({ points, isWeekly }: Props) {
  const views = m.knowledge_views()
  const short = new Intl.DateTimeFormat(pageLocale(), { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return (
    <>
      <div aria-hidden="true">
        <BarChart
          h={220}
          data={points.map(({ day, count }) => ({ day: short.format(new Date(noonOf(day))), [views]: count }))}
          dataKey="day"
          // Screen readers use the table; the chart takes no focus.
          barChartProps={{ accessibilityLayer: false }}
          series={[{ name: views, color: 'var(--accent-fill)' }]}
          tickLine="none"
          maxBarWidth={36}
          valueFormatter={(value) => value.toLocaleString(pageLocale())}
          xAxisProps={{ minTickGap: 24, interval: 'preserveStartEnd' }}
          yAxisProps={{ allowDecimals: false, width: 32 }}
          barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
          tooltipAnimationDuration={0}
        />
      </div>
      <table className="visually-hidden">
        <caption>{m.knowledge_chart()}</caption>
        <thead>
          <tr>
            <th scope="col">{isWeekly ? m.knowledge_chart_week() : m.knowledge_chart_day()}</th>
            <th scope="col">{views}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ day, count }) => (
            <tr key={day}>
              <th scope="row">{formatDate(noonOf(day))}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
