import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins edit test questions; every member sees the results. */
export const EDIT_TEST_QUESTIONS: RoleRule = {
  least: 'admin',
  refusal: m.error_quality_roles,
}
