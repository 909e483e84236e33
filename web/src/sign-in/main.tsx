import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followPageLocale } from '#web/lib/locale.ts'
import '#web/lib/theme.ts'
import { SignIn } from './sign-in.tsx'

followPageLocale()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SignIn />
    </StrictMode>,
  )
}
