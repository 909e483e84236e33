import type { ReactNode } from 'react'
import * as m from '#i18n/messages.js'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Button } from './button.tsx'
import styles from './states.module.css'

/** Nothing here yet: what it is, in one or two sentences, and one thing to do. */
export function EmptyState(props: { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      {props.icon && <span className={styles.icon}>{props.icon}</span>}
      <p className={styles.title}>{props.title}</p>
      {props.children && <div className={styles.text}>{props.children}</div>}
      {props.action}
    </div>
  )
}

type ErrorStateProps = {
  error: unknown
  onRetry?: () => void
  /** Null where a heading around it says it already. */
  title?: string | null
}

/** The error text of a failed call, and Retry. */
export function ErrorState({ error, onRetry, title = m.common_error_title() }: ErrorStateProps) {
  const reference = error instanceof CallError ? error.requestId : null
  return (
    <div className={styles.state} role="alert">
      {title && <p className={styles.title}>{title}</p>}
      <p className={styles.text}>{failureText(error)}</p>
      {onRetry && <Button onClick={onRetry}>{m.common_retry()}</Button>}
      {reference && <p className={styles.reference}>{m.common_error_reference({ id: reference })}</p>}
    </div>
  )
}
