import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins decide what the assistant knows; the rest of the team may read it. */
export const EDIT_KNOWLEDGE: RoleRule = {
  least: 'admin',
  refusal: 'Only owners and admins can change the knowledge base. Ask one of them to do it, or to give you the role.',
}
