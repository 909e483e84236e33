import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import styles from './full-pages.module.css'
import { sessionQuery, signInAddress } from './session.ts'

/** Renders its children for members only. Redirects unauthenticated visitors to the sign-in page, customers to the portal. */
export function RequireMember({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery)
  const elsewhere = data && (data.user === null ? signInAddress() : data.user.role === 'customer' ? '/customer' : null)
  useEffect(() => {
    if (elsewhere) location.replace(elsewhere)
  }, [elsewhere])
  if (error && !data) {
    return (
      <main className={styles.center}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (!data || elsewhere) return <LoadingScreen />
  return children
}
