import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { followPageLocale } from '#web/lib/locale.ts'
import '#web/lib/theme.ts'
import { Front } from './front.tsx'
import './landing/frame.css'

followPageLocale()
const root = document.getElementById('root')
if (root) {
  // In slices, so that a slow phone scrolls and types meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Front />
      </StrictMode>,
    ),
  )
}
