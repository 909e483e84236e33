import { Button } from '@mantine/core'
import { type ChosenDays, type Dimension, exportReport } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import { Menu } from '#web/kit/menu.tsx'
import { dimensionLabel, dimensions } from './labels.ts'

const addressOf = (period: ChosenDays, by: string): string =>
  `${exportReport.path}?${new URLSearchParams({ ...asText(period), by })}`

const asText = (period: ChosenDays): Record<string, string> =>
  Object.fromEntries(Object.entries(period).map(([name, value]) => [name, String(value)]))

/** Downloads the figures of the period as CSV, by day or by agent, team, category, channel or source. */
export function ExportMenu({ period }: { period: ChosenDays }) {
  return (
    <Menu
      label={m.analytics_export()}
      button={(attributes) => (
        <Button variant="default" {...attributes}>
          {m.analytics_export()}
        </Button>
      )}
      items={['day', ...dimensions].map((by) => ({
        label: by === 'day' ? m.analytics_export_days() : dimensionLabel(by as Dimension),
        onSelect: () => location.assign(addressOf(period, by)),
      }))}
    />
  )
}
