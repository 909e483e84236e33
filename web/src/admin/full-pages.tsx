import { Button } from '@mantine/core'
import { useEffect } from 'react'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import styles from './full-pages.module.css'
import { useMember } from './session.ts'

/** An unknown path, for a signed-in member. */
export function NotFound() {
  return <Plain title={m.desk_not_found_title()} text={m.desk_not_found_text()} />
}

/** The platform owner's area, not built yet; not found for anybody else. */
export function OwnerArea() {
  const { user } = useMember()
  if (user.role !== 'super-admin') return <NotFound />
  return <Plain title={m.desk_super_admin()} text={m.desk_upcoming_super_admin()} />
}

function Plain({ title, text }: { title: string; text: string }) {
  useEffect(() => {
    document.title = m.desk_window_title({ page: title })
  }, [title])
  return (
    <main className={styles.center}>
      <div className={styles.sheet}>
        <Wordmark />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        <Button component="a" href="/admin" variant="filled">
          {m.desk_not_found_go()}
        </Button>
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
