import type { Actor, Guest } from '#server/platform/actor.ts'
import type { ConversationRow } from './schema.ts'

/** Members read every conversation of their business, customers theirs, assistant and system every one. */
export const canRead = (actor: Actor, row: ConversationRow): boolean =>
  actor.kind === 'guest' ? row.guestId === actor.guestId || isOfCustomer(actor, row) : true

/** Whoever is signed in reads what was written under their verified e-mail, also in another browser. */
const isOfCustomer = ({ customer }: Guest, row: ConversationRow): boolean =>
  customer !== undefined && row.customerId === customer.id

/** Notes are for the team only. */
export const canReadNotes = (actor: Actor): boolean => actor.kind === 'member'

/** The assistant answers only while it owns the conversation; checked again under the lock right before the answer is stored. */
export const canAnswer = (row: ConversationRow): boolean => row.state === 'ai'

export const canSend = (actor: Actor, row: ConversationRow): boolean =>
  actor.kind === 'assistant' ? canAnswer(row) : canRead(actor, row)
