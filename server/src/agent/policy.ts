import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins manage AI agents, because these represent the tenant and cost money; other members may read them. */
export const EDIT_AGENTS: RoleRule = {
  least: 'admin',
  refusal: m.error_agent_roles,
}
