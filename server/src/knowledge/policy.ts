import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins decide what the assistant knows; the rest of the team may read it. */
export const EDIT_KNOWLEDGE: RoleRule = {
  least: 'admin',
  refusal: m.error_knowledge_roles,
}
