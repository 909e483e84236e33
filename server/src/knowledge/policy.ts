import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins edit the knowledge; other members may read it. */
export const EDIT_KNOWLEDGE: RoleRule = {
  least: 'admin',
  refusal: m.error_knowledge_roles,
}
