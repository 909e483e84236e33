import * as m from '#i18n/messages.js'
import type { Actor } from '#server/platform/actor.ts'
import { forbidden } from '#server/platform/errors.ts'
import { hasRole, type RoleRule } from '#server/platform/policy.ts'
import type { CustomerNoteRow } from './schema.ts'

/** Owners and admins decide which attributes the business keeps of its customers; every member fills them in. */
export const EDIT_ATTRIBUTES: RoleRule = { least: 'admin', refusal: m.error_customer_attributes_roles }

const DELETE_NOTES_OF_OTHERS: RoleRule = { least: 'admin', refusal: m.error_customer_note_roles }

/** Everybody deletes their own notes, owners and admins all. */
export const canDeleteNote = (actor: Actor, { authorId }: CustomerNoteRow): boolean =>
  (actor.kind === 'member' && actor.userId === authorId) || hasRole(actor, DELETE_NOTES_OF_OTHERS)

/** Throws forbidden (reason `blocked`) for a customer whose chats and forms the business refuses. */
export function refuseBlocked(actor: Actor): void {
  if (actor.kind === 'guest' && actor.isBlocked) throw forbidden(m.error_customer_blocked, { reason: 'blocked' })
}
