import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { getSession } from '#contracts/identity/session.ts'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import styles from './panel.module.css'

/** Renders its children for the platform owner only; everybody else gets the sign-in page. The server decides again with every request. */
export function RequireOwner({ children }: { children: ReactNode }) {
  const session = useQuery({ queryKey: ['owner', 'session'], queryFn: () => call(getSession) })
  const isOwner = session.data?.user?.role === 'super-admin'
  const isSomebodyElse = session.data !== undefined && !isOwner
  useEffect(() => {
    if (isSomebodyElse) location.replace(`/signin?next=${encodeURIComponent('/super-admin')}`)
  }, [isSomebodyElse])
  if (session.error && !session.data) {
    return (
      <main className={styles.center}>
        <ErrorState error={session.error} onRetry={() => void session.refetch()} />
      </main>
    )
  }
  return isOwner ? children : <LoadingScreen />
}
