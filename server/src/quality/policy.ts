import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins edit test questions; every member sees the results. */
export const EDIT_TEST_QUESTIONS: RoleRule = {
  least: 'admin',
  refusal: 'Only owners and admins change test questions. Ask one of them to do it.',
}
