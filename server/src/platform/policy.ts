import type { MemberRole } from '#contracts/identity/role.ts'
import type { Actor } from './actor.ts'
import { forbidden } from './errors.ts'
import type { Text } from './text/message.ts'

const RANK: Record<MemberRole, number> = { agent: 0, admin: 1, owner: 2 }

/** The least role for an act. A domain declares its rules in its `policy.ts`. */
export type RoleRule = { least: MemberRole; refusal: Text }

/** Whether a member's role suffices. The system may do everything; guests and the assistant have no role. */
export const hasRole = (actor: Actor, { least }: RoleRule): boolean =>
  actor.kind === 'system' || (actor.kind === 'member' && RANK[actor.role] >= RANK[least])

/** Throws forbidden, with the rule's text, for an actor whose role does not suffice. */
export function requireRole(actor: Actor, rule: RoleRule): void {
  if (!hasRole(actor, rule)) throw forbidden(rule.refusal)
}
