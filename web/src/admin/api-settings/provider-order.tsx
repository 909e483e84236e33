import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiSettingsView, FirstProvider, ResponsePriority } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import styles from './api-settings.module.css'
import type { Draft } from './draft.ts'
import { providerName, statusOf } from './labels.ts'
import { ResultingOrder } from './resulting-order.tsx'

/** The order with one provider moved to another position. */
export function moved(order: readonly ProviderId[], id: ProviderId, to: number): ProviderId[] {
  const rest = order.filter((one) => one !== id)
  const position = Math.max(0, Math.min(rest.length, to))
  return [...rest.slice(0, position), id, ...rest.slice(position)]
}

type OrderProps = {
  view: ApiSettingsView
  order: readonly ProviderId[]
  firstProvider: FirstProvider
  onChange: (patch: Pick<Draft, 'order' | 'firstProvider'>) => void
}

const choices: Record<FirstProvider, { label: () => string; help: () => string }> = {
  by_task: { label: m.provider_first_by_task, help: m.provider_first_by_task_help },
  own_order: { label: m.provider_first_own_order, help: m.provider_first_own_order_help },
}

/** Who answers first: by task or by the own order, which is changed by drag or by arrow buttons; and what results from both. */
export function Order({ view, order, firstProvider, onChange }: OrderProps) {
  const [dragged, drag] = useState<ProviderId | null>(null)
  const [announcement, announce] = useState('')
  const moveTo = (id: ProviderId, to: number) => {
    const next = moved(order, id, to)
    if (next.every((one, index) => one === order[index])) return
    onChange({ order: next })
    announce(m.provider_order_moved({ name: providerName(id), place: next.indexOf(id) + 1, count: next.length }))
  }
  return (
    <section className={styles.panel} aria-labelledby="provider-order">
      <h2 id="provider-order" className={styles.heading}>
        {m.provider_order()}
      </h2>
      <SegmentedControl
        fullWidth
        aria-labelledby="provider-order"
        value={firstProvider}
        onChange={(value) => onChange({ firstProvider: value as FirstProvider })}
        data={Object.entries(choices).map(([value, { label }]) => ({ value, label: label() }))}
      />
      <p className={styles.help}>
        {choices[firstProvider].help()} {m.provider_order_help()}
      </p>
      <ol className={styles.order}>
        {order.map((id, index) => {
          const name = providerName(id)
          const one = view.providers.find((provider) => provider.id === id)
          const { tone } = one ? statusOf(one) : { tone: 'closed' }
          return (
            <li
              key={id}
              className={classes(styles.orderRow, dragged === id && styles.dragged, tone === 'closed' && styles.faint)}
              draggable
              onDragStart={() => drag(id)}
              onDragEnd={() => drag(null)}
              onDragOver={(event) => {
                event.preventDefault()
                if (dragged && dragged !== id) moveTo(dragged, index)
              }}
            >
              <IconGripVertical size={16} stroke={1.5} className={styles.grip} aria-hidden="true" />
              <span className={styles.place}>{index + 1}</span>
              <span className={styles.orderName}>
                {name}
                {tone === 'closed' && <small> {m.provider_order_no_key()}</small>}
              </span>
              <ActionIcon
                aria-label={m.provider_order_up({ name })}
                disabled={index === 0}
                onClick={() => moveTo(id, index - 1)}
              >
                <IconArrowUp size={16} stroke={1.5} />
              </ActionIcon>
              <ActionIcon
                aria-label={m.provider_order_down({ name })}
                disabled={index === order.length - 1}
                onClick={() => moveTo(id, index + 1)}
              >
                <IconArrowDown size={16} stroke={1.5} />
              </ActionIcon>
            </li>
          )
        })}
      </ol>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <ResultingOrder view={view} order={order} firstProvider={firstProvider} />
    </section>
  )
}

const priorities: Record<ResponsePriority, { label: () => string; help: () => string }> = {
  fast: { label: m.provider_priority_fast, help: m.provider_priority_fast_help },
  balanced: { label: m.provider_priority_balanced, help: m.provider_priority_balanced_help },
  quality: { label: m.provider_priority_quality, help: m.provider_priority_quality_help },
}

/** Choice between speed and quality. */
export function PriorityPanel(props: { value: ResponsePriority; onChange: (value: ResponsePriority) => void }) {
  return (
    <section className={styles.panel} aria-labelledby="provider-priority">
      <h2 id="provider-priority" className={styles.heading}>
        {m.provider_priority()}
      </h2>
      <SegmentedControl
        fullWidth
        aria-labelledby="provider-priority"
        value={props.value}
        onChange={(value) => props.onChange(value as ResponsePriority)}
        data={Object.entries(priorities).map(([value, { label }]) => ({ value, label: label() }))}
      />
      <p className={styles.help}>{priorities[props.value].help()}</p>
    </section>
  )
}
