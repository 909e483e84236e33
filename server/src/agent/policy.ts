import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Agents speak for the business and cost money: owners and admins decide about them, the rest of the team may read. */
export const EDIT_AGENTS: RoleRule = {
  least: 'admin',
  refusal: m.error_agent_roles,
}
