import type { DemoPortal } from '#contracts/signup/front-page.ts'

/** The address of a demo's portal. */
export const portalOf = ({ slug }: DemoPortal): string => `/customer?tenant=${encodeURIComponent(slug)}`
