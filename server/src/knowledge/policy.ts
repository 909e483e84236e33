import type { Actor } from '#server/platform/actor.ts'
import { forbidden } from '#server/platform/errors.ts'

/** Owners and admins say what the assistant knows; agents read it. */
export const canEditKnowledge = (actor: Actor): boolean =>
  actor.kind === 'system' || (actor.kind === 'member' && actor.role !== 'agent')

/** Throws forbidden, in words, for anybody else. */
export function assertCanEdit(actor: Actor): void {
  if (canEditKnowledge(actor)) return
  throw forbidden(
    'Only owners and admins can change the knowledge base. Ask one of them to do it, or to give you the role.',
  )
}
