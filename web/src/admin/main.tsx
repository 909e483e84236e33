import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#web/kit/error-boundary.tsx'
import { followPageLocale } from '#web/lib/locale.ts'
import { whenSignedOut } from '#web/lib/sign-out.ts'
import { DeskProvider } from '#web/ui/provider.tsx'
import { RouteFailure } from './full-pages.tsx'
import { RequireMember } from './require-member.tsx'
import { DeskRoutes } from './router.tsx'
import { leaveDesk, reloadWhenSwitched } from './session.ts'

followPageLocale()
reloadWhenSwitched()
whenSignedOut(leaveDesk)
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <DeskProvider>
        <ErrorBoundary fallback={({ error }) => <RouteFailure error={error} />}>
          <RequireMember>
            <DeskRoutes />
          </RequireMember>
        </ErrorBoundary>
      </DeskProvider>
    </StrictMode>,
  )
}
