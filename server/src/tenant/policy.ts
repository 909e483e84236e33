import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins see and change the settings, because they decide how the business appears and what its customers may do. */
export const EDIT_SETTINGS: RoleRule = {
  least: 'admin',
  refusal: m.error_settings_roles,
}
