import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#web/kit/error-boundary.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { followPageLocale } from '#web/lib/locale.ts'
import { whenSignedOut } from '#web/lib/sign-out.ts'
import { DeskProvider } from '#web/ui/provider.tsx'
import styles from './panel.module.css'
import { Panel } from './panel.tsx'
import { RequireOwner } from './require-owner.tsx'

followPageLocale()
whenSignedOut(() => location.assign('/'))
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <DeskProvider>
        <ErrorBoundary
          fallback={({ error }) => (
            <main className={styles.center}>
              <ErrorState error={error} onRetry={() => location.reload()} />
            </main>
          )}
        >
          <RequireOwner>
            <Panel />
          </RequireOwner>
        </ErrorBoundary>
      </DeskProvider>
    </StrictMode>,
  )
}
