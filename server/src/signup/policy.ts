import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins set up the business. */
export const SET_UP_BUSINESS: RoleRule = { least: 'admin', refusal: m.error_onboarding_roles }
