import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './full-pages.module.css'

/** An unknown path, for a signed-in member. */
export function NotFound() {
  return <Plain title={m.desk_not_found_title()} text={m.desk_not_found_text()} />
}

/** Who is signed in could not be read, also not at a second try. */
export function SystemError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Plain
      title={m.account_system_error_title()}
      text={failureText(error)}
      action={
        <Button variant="filled" onClick={onRetry}>
          {m.common_retry()}
        </Button>
      }
    />
  )
}

type PlainProps = { title: string; text: string; action?: ReactNode }

/** A page of one message, with what to do; without an action the way to the desk. */
export function Plain({ title, text, action }: PlainProps) {
  useEffect(() => {
    document.title = m.desk_window_title({ page: title })
  }, [title])
  return (
    <main className={styles.center}>
      <div className={styles.sheet}>
        <Wordmark />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        {action ?? (
          <Button component="a" href="/admin" variant="filled">
            {m.desk_not_found_go()}
          </Button>
        )}
      </div>
    </main>
  )
}

/** The page itself failed, most often because a new version came out while it was open: reload. */
export function RouteFailure({ error }: { error: unknown }) {
  return (
    <main className={styles.center}>
      <ErrorState error={error} onRetry={() => location.reload()} />
    </main>
  )
}
