import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/kit/states.tsx'

/** A section that fails shows what happened and Retry; the rest of the desk goes on working. */
export function SectionErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchBoundary
          getResetKey={() => 'section'}
          errorComponent={({ error, reset: again }) => (
            <ErrorState
              error={error}
              onRetry={() => {
                reset()
                again()
              }}
            />
          )}
        >
          {children}
        </CatchBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}
