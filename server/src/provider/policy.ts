import type { Member } from '#server/platform/actor.ts'
import { forbidden } from '#server/platform/errors.ts'

/** Keys cost money and give access to accounts, so that only owners and admins manage them. */
export const canConfigure = (actor: Member): boolean => actor.role === 'owner' || actor.role === 'admin'

/** Throws forbidden for members who may not see or change the AI settings. */
export function mustConfigure(actor: Member): void {
  if (!canConfigure(actor))
    throw forbidden('API settings are open to owners and admins only. Ask an owner or admin of your team.')
}
