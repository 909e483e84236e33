import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** A business's owners take everything of it out. */
export const TAKE_OUT: RoleRule = { least: 'owner', refusal: m.error_take_out_roles }

/** What is deleted by a policy is gone: only owners set it. */
export const SET_RETENTION: RoleRule = { least: 'owner', refusal: m.error_retention_roles }
