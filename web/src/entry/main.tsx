import { createRoot } from 'react-dom/client'
import { followPageLocale } from '#web/lib/locale.ts'

followPageLocale()
const root = document.getElementById('root')
if (root) createRoot(root).render(null)
