import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { applyAccent } from '#web/lib/accent.ts'
import { followPageLocale } from '#web/lib/locale.ts'
import { PortalApp, prepareView } from './app.tsx'
import { readInitialData } from './initial-data.ts'
import '#web/lib/theme.ts'
import './frame.css'

/** Shows the page that the address names in place of what the server wrote, which stays until then. */
function start() {
  followPageLocale()
  const root = document.getElementById('root')
  const initialData = readInitialData()
  if (initialData && 'portal' in initialData) applyAccent(initialData.portal.branding.primaryColor)
  // In slices, so that a slow phone scrolls and types meanwhile: the first frame is there already.
  const show = () => root && startTransition(() => createRoot(root).render(<PortalApp initialData={initialData} />))
  if (initialData && 'portal' in initialData) void prepareView().then(show, show)
  else show()
}

// In a task of its own: running the modules is one task, and on a slow phone already a long one.
setTimeout(start)
