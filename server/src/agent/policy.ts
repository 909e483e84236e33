import type { Actor } from '#server/platform/actor.ts'
import { forbidden } from '#server/platform/errors.ts'

/** Agents speak for the business and cost money: owners and admins decide about them, the rest of the team may look. */
export const canEditAgents = (actor: Actor): boolean =>
  actor.kind === 'system' || (actor.kind === 'member' && actor.role !== 'agent')

/** Throws forbidden, in words, for who may only look. */
export function mustEditAgents(actor: Actor): void {
  if (!canEditAgents(actor))
    throw forbidden('AI agents are changed and tested by owners and admins only. Ask an owner or admin of your team.')
}
