import { hasSections, useDeskPath } from './desk-address.ts'
import { NotFound } from './full-pages.tsx'
import { Shell } from './shell.tsx'

/** `/admin` and `/dashboard` are the desk; every other path that reaches this page is not found. */
export function DeskRoutes() {
  const path = useDeskPath()
  if (hasSections(path)) return <Shell />
  return <NotFound />
}
