import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins erase customers: nobody brings one back. */
export const ERASE_CUSTOMERS: RoleRule = { least: 'admin', refusal: m.error_erase_roles }
