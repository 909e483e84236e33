import { QueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/kit/states.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'

/** A section that fails shows what happened and Retry; the rest of the desk goes on working. */
export function SectionErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary
          fallback={({ error, retry }) => (
            <ErrorState
              error={error}
              onRetry={() => {
                reset()
                retry()
              }}
            />
          )}
        >
          {children}
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}
