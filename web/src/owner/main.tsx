import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#web/kit/error-boundary.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { followPageLocale } from '#web/lib/locale.ts'
import { whenSignedOut } from '#web/lib/sign-out.ts'
import { LoadingSection } from '#web/ui/parts.tsx'
import { DeskProvider } from '#web/ui/provider.tsx'
import styles from './panel.module.css'
import { Panel } from './panel.tsx'
import { RequireOwner } from './require-owner.tsx'

const waiting = { waiting: LoadingSection }
const EmergencyPage = lazyPart(async () => (await import('./data/emergency-page.tsx')).EmergencyPage, waiting)
const ResetTool = lazyPart(async () => (await import('./data/reset-tool.tsx')).ResetTool, waiting)

/** The page of this address: any with the query term `emergency` is the emergency data page. */
function Page() {
  if (new URLSearchParams(location.search).has('emergency')) return <EmergencyPage />
  return location.pathname === '/admin-reset' ? <ResetTool /> : <Panel />
}

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
            <Page />
          </RequireOwner>
        </ErrorBoundary>
      </DeskProvider>
    </StrictMode>,
  )
}
