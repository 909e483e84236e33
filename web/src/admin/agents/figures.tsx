import { Tooltip } from '@mantine/core'
import type { AgentsFigure, AgentsView } from '#contracts/agent/agent.ts'
import * as m from '#i18n/messages.js'
import { formatNumber } from '#web/lib/format.ts'
import { formatPercent } from '#web/lib/format-percent.ts'
import styles from './figures.module.css'
import { seconds } from './labels.ts'

/** Figures over all agents. Default values, while there is nothing to measure, are labelled Default. */
export function Figures({ fleet: { items, figures } }: { fleet: AgentsView }) {
  const shown: { label: string; value: string; note: string; figure: AgentsFigure | null }[] = [
    {
      label: m.agent_figure_active(),
      value: m.agent_figure_of({ value: formatNumber(figures.active), all: formatNumber(items.length) }),
      note: m.agent_figure_today({ count: figures.handledToday }),
      figure: null,
    },
    {
      label: m.agent_figure_interactions(),
      value: formatNumber(figures.interactions.value),
      note: m.agent_figure_days(),
      figure: figures.interactions,
    },
    {
      label: m.agent_figure_resolution(),
      value: formatPercent(figures.resolutionRate.value),
      note: m.agent_figure_resolution_note(),
      figure: figures.resolutionRate,
    },
    {
      label: m.agent_figure_satisfaction(),
      value: formatPercent(figures.satisfaction.value),
      note: m.agent_figure_satisfaction_note(),
      figure: figures.satisfaction,
    },
    {
      label: m.agent_figure_response(),
      value: seconds(figures.responseMs.value),
      note: m.agent_figure_response_note(),
      figure: figures.responseMs,
    },
  ]
  return (
    <dl className={styles.figures} aria-label={m.agent_figures()}>
      {shown.map(({ label, value, note, figure }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>
            <span className={styles.value}>{value}</span>
            {figure?.isDefault && <DefaultBadge />}
          </dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}

function DefaultBadge() {
  return (
    <Tooltip label={m.agent_default_help()} multiline w={240}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation opens on focus too */}
      <span className={styles.default} tabIndex={0}>
        {m.agent_default()}
      </span>
    </Tooltip>
  )
}
