import { Button } from '@mantine/core'
import * as m from '#i18n/messages.js'
import { Skeleton } from '#web/kit/surface.tsx'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
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
