import { createRoot } from 'react-dom/client'
import { applyAccent } from '#web/lib/accent.ts'
import { followPageLocale } from '#web/lib/locale.ts'
import { PortalApp } from './app.tsx'
import { readBoot } from './boot.ts'
import './frame.css'

followPageLocale()
const root = document.getElementById('root')
const boot = readBoot()
if (boot && 'portal' in boot) applyAccent(boot.portal.branding.primaryColor)
if (root) createRoot(root).render(<PortalApp boot={boot} />)
