import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { EmptyState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { SampleBadge } from '#web/ui/parts.tsx'
import styles from './list.module.css'

/** Placeholder rows while loading. */
export function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label={m.common_loading()}>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are equal and never move
        <div key={row} className={styles.shape}>
          <Skeleton width={`${55 + ((row * 17) % 30)}%`} height="12px" />
          <Skeleton width={`${25 + ((row * 11) % 20)}%`} height="10px" />
          <Skeleton width={`${70 + ((row * 7) % 20)}%`} height="10px" />
        </div>
      ))}
    </div>
  )
}

/** Reading failed: the error and Retry, above the last loaded rows. */
export function Failed({ error, isTrying, onRetry }: { error: unknown; isTrying: boolean; onRetry: () => void }) {
  const reference = error instanceof CallError ? error.requestId : null
  return (
    <div className={styles.failed} role="alert">
      <p>
        <span className={styles.failedTitle}>{m.common_error_title()}.</span> {failureText(error)}
        {reference && ` ${m.common_error_reference({ id: reference })}.`}
      </p>
      <Button size="xs" onClick={onRetry} disabled={isTrying}>
        {m.common_retry()}
      </Button>
    </div>
  )
}

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
