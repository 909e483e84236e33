import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { getSession } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import styles from './panel.module.css'

/**
 * Renders its children for the platform owner only. Who is not signed in gets the sign-in page; anybody else the page that there is
 * nothing here, since the sign-in page would send them back. The server decides again with every request.
 */
export function RequireOwner({ children }: { children: ReactNode }) {
  const session = useQuery({ queryKey: ['owner', 'session'], queryFn: () => call(getSession) })
  const isOwner = session.data?.user?.role === 'super-admin'
  const isNobody = session.data !== undefined && !session.data.user
  useEffect(() => {
    if (isNobody) location.replace(`/signin?next=${encodeURIComponent('/super-admin')}`)
  }, [isNobody])
  if (session.error && !session.data) {
    return (
      <main className={styles.center}>
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      </main>
    )
  }
  if (session.data?.user && !isOwner) return <NothingHere />
  return isOwner ? children : <LoadingScreen />
}

function NothingHere() {
  return (
    <main className={styles.center}>
      <h1>{m.desk_not_found_title()}</h1>
      <p>{m.desk_not_found_text()}</p>
      <a href="/admin">{m.desk_not_found_go()}</a>
    </main>
  )
}
