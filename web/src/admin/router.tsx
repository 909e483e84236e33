import { hasSections, useDeskPath } from './desk-address.ts'
import { NotFound, OwnerArea } from './full-pages.tsx'
import { Shell } from './shell.tsx'

/** `/admin` and `/dashboard` are the desk, `/super-admin` the platform owner's area; every other path that reaches this page is not found. */
export function DeskRoutes() {
  const path = useDeskPath()
  if (hasSections(path)) return <Shell />
  if (path === '/super-admin') return <OwnerArea />
  return <NotFound />
}
