import type { Member } from '#server/platform/actor.ts'
import { forbidden } from '#server/platform/errors.ts'

/** What the assistant must be able to answer is the owner's and the admins' to say; everybody in the team sees how it does. */
export const canEdit = (actor: Member): boolean => actor.role !== 'agent'

/** Throws forbidden, in words. */
export function assertCanEdit(actor: Member): void {
  if (!canEdit(actor)) throw forbidden('Only owners and admins change test questions. Ask one of them to do it.')
}
