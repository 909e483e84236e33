import type { Member } from '#server/platform/actor.ts'
import { forbidden } from '#server/platform/errors.ts'

/** Owners and admins edit test questions; every member sees the results. */
export const canEdit = (actor: Member): boolean => actor.role !== 'agent'

/** Throws forbidden for agents. */
export function assertCanEdit(actor: Member): void {
  if (!canEdit(actor)) throw forbidden('Only owners and admins change test questions. Ask one of them to do it.')
}
