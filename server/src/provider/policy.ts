import type { Member } from '#server/platform/actor.ts'
import { forbidden } from '#server/platform/errors.ts'

/** Keys cost money and open accounts: they are the owner's and the admins'. */
export const canConfigure = (actor: Member): boolean => actor.role === 'owner' || actor.role === 'admin'

/** Throws forbidden, in words, for who may not see or change the AI settings. */
export function mustConfigure(actor: Member): void {
  if (!canConfigure(actor))
    throw forbidden('API settings are open to owners and admins only. Ask an owner or admin of your team.')
}
