import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import styles from './outside.module.css'

/** A path that leads nowhere, for someone who is signed in. */
export function NotFound() {
  useEffect(() => {
    document.title = m.desk_window_title({ page: m.desk_not_found_title() })
  }, [])
  return (
    <main className={styles.center}>
      <div className={styles.sheet}>
        <Wordmark />
        <h1 className={styles.title}>{m.desk_not_found_title()}</h1>
        <p className={styles.text}>{m.desk_not_found_text()}</p>
        <Button component="a" href="/admin" variant="filled">
          {m.desk_not_found_go()}
        </Button>
      </div>
    </main>
  )
}

/** The page itself failed, most often because a new version came out while it was open: reload. */
export function RouteFailure({ error }: ErrorComponentProps) {
  return (
    <main className={styles.center}>
      <ErrorState error={error} onRetry={() => location.reload()} />
    </main>
  )
}
