import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followPageLocale } from '#web/lib/locale.ts'
import { DeskProvider } from '#web/ui/provider.tsx'
import { createDeskRouter } from './router.tsx'

followPageLocale()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <DeskProvider>
        <RouterProvider router={createDeskRouter()} />
      </DeskProvider>
    </StrictMode>,
  )
}
