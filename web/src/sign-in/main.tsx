import { type ComponentType, StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { followPageLocale } from '#web/lib/locale.ts'
import '#web/lib/theme.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { Invite } from './invite.tsx'
import { NotFound } from './not-found.tsx'
import { ProviderCallback } from './provider-callback.tsx'
import { ResetPassword } from './reset-password.tsx'
import { SignIn } from './sign-in.tsx'
import { VerifyEmail } from './verify-email.tsx'

/** The pages of this bundle by their paths. Without a session the server sends it for every path of the desk, which then asks to sign in. */
const PAGES: Record<string, ComponentType> = {
  '/': SignIn,
  '/signin': SignIn,
  '/admin': SignIn,
  '/dashboard': SignIn,
  '/super-admin': SignIn,
  '/admin-reset': SignIn,
  '/forgot-password': ForgotPassword,
  '/reset-password': ResetPassword,
  '/verify-email': VerifyEmail,
  '/signin/callback': ProviderCallback,
  '/invite': Invite,
}

followPageLocale()
// A mail's link that is opened in the tab of another one changes the fragment only.
addEventListener('hashchange', () => location.reload())
const root = document.getElementById('root')
if (root) {
  const Page = PAGES[location.pathname] ?? NotFound
  // In slices, so that a slow phone scrolls and types meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Page />
      </StrictMode>,
    ),
  )
}
