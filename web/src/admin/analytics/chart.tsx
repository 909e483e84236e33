import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { formatNumber, pageLocale } from '#web/lib/format.ts'
import type { Series } from './chart-card.tsx'
import type { Bucket } from './rows.ts'

type ChartProps = {
  buckets: readonly Bucket[]
  series: readonly Series[]
  /** A value was clicked. */
  onPick: (series: Series, bucket: Bucket) => void
}

/** Figures over time as bars beside each other. It takes no focus: keyboards and screen readers have the table. */
export function Chart({ buckets, series, onPick }: ChartProps) {
  const short = new Intl.DateTimeFormat(pageLocale(), { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return (
    <BarChart
      h={220}
      dataKey="day"
      data={buckets.map((bucket) => ({
        day: short.format(new Date(bucket.day)),
        ...Object.fromEntries(series.map(({ key, name }) => [name(), bucket[key]])),
      }))}
      series={series.map(({ name, color }) => ({ name: name(), color }))}
      tickLine="none"
      maxBarWidth={24}
      valueFormatter={(value) => formatNumber(value)}
      xAxisProps={{ minTickGap: 24, interval: 'preserveStartEnd' }}
      yAxisProps={{ allowDecimals: false, width: 40 }}
      tooltipAnimationDuration={0}
      barChartProps={{ accessibilityLayer: false }}
      barProps={({ name }) => ({
        radius: [2, 2, 0, 0],
        isAnimationActive: false,
        cursor: 'pointer',
        onClick: (_: unknown, index: number) => {
          const one = series.find((candidate) => candidate.name() === name)
          const bucket = buckets[index]
          if (one && bucket) onPick(one, bucket)
        },
      })}
    />
  )
}
