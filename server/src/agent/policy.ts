import type { RoleRule } from '#server/platform/policy.ts'

/** Agents speak for the business and cost money: owners and admins decide about them, the rest of the team may read. */
export const EDIT_AGENTS: RoleRule = {
  least: 'admin',
  refusal: 'AI agents are changed and tested by owners and admins only. Ask an owner or admin of your team.',
}
