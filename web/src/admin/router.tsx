import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch, validateSearch } from './desk-address.ts'
import { NotFound, OwnerArea, RouteFailure } from './full-pages.tsx'
import { RequireMember } from './require-member.tsx'
import { Shell } from './shell.tsx'

/** `/admin` and `/dashboard` are the desk, `/super-admin` the platform owner's area; every other path that reaches this page is not found. */
export function createDeskRouter() {
  const root = createRootRoute({ component: RequireMember, notFoundComponent: NotFound, errorComponent: RouteFailure })
  const admin = createRoute({ getParentRoute: () => root, path: '/admin', validateSearch, component: Shell })
  const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard', validateSearch, component: Shell })
  const owner = createRoute({ getParentRoute: () => root, path: '/super-admin', component: OwnerArea })
  return createRouter({ routeTree: root.addChildren([admin, dashboard, owner]), parseSearch, stringifySearch })
}
