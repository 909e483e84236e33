import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { EmptyState } from '#web/kit/states.tsx'
import { SampleBadge } from '#web/ui/parts.tsx'
import styles from './list.module.css'

/** An example row while no ticket can be loaded, labelled as an example. */
export function SampleRow() {
  return (
    <div className={styles.sample}>
      <p className={styles.sampleText}>
        <SampleBadge /> {m.ticket_sample_text()}
      </p>
      <p className={styles.sampleRow}>
        <strong>{m.ticket_sample_subject()}</strong>
        <span>{m.ticket_sample_customer()}</span>
      </p>
    </div>
  )
}

type NothingProps = { isFiltered: boolean; onClear: () => void; onNew: () => void }

/** No tickets at all, or none that match the filter. */
export function Nothing({ isFiltered, onClear, onNew }: NothingProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.5} />}
        title={m.ticket_none_found_title()}
        action={<Button onClick={onClear}>{m.ticket_clear_filters()}</Button>}
      >
        {m.ticket_none_found_text()}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconInbox size={24} stroke={1.5} />}
      title={m.ticket_none_title()}
      action={<Button onClick={onNew}>{m.ticket_new()}</Button>}
    >
      {m.ticket_none_text()}
    </EmptyState>
  )
}
