import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Keys cost money and give access to accounts, so that only owners and admins see and change the AI settings. */
export const CONFIGURE_PROVIDERS: RoleRule = {
  least: 'admin',
  refusal: m.error_provider_roles,
}
