import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { applyAccent } from '#web/lib/accent.ts'
import { followPageLocale } from '#web/lib/locale.ts'
import { PortalApp } from './app.tsx'
import { readInitialData } from './initial-data.ts'
import { prepareTab } from './portal.tsx'
import { isEmbedded } from './portal-location.ts'
import '#web/lib/theme.ts'
import './frame.css'

followPageLocale()
const root = document.getElementById('root')
const initialData = readInitialData()
if (initialData && 'portal' in initialData) applyAccent(initialData.portal.branding.primaryColor)
// In slices, so that a slow phone scrolls and types meanwhile: the first frame is there already.
const show = () => root && startTransition(() => createRoot(root).render(<PortalApp initialData={initialData} />))
// What the server wrote stays until the page can show the tab of its address.
if (initialData && 'portal' in initialData && !isEmbedded) void prepareTab().then(show, show)
else show()
