import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins decide what happens by itself; every member sees it, since it happens to their tickets. */
export const EDIT_AUTOMATION: RoleRule = { least: 'admin', refusal: m.error_automation_roles }
