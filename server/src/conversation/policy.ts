import type { Actor } from '#server/platform/actor.ts'
import type { ConversationRow } from './schema.ts'

/** Members see every conversation of their business, guests their own, the assistant and the clockwork what they work on. */
export const canRead = (actor: Actor, row: ConversationRow): boolean =>
  actor.kind === 'guest' ? row.guestId === actor.guestId : true

/** Notes are the team's. */
export const canReadNotes = (actor: Actor): boolean => actor.kind === 'member'

/** The assistant speaks only while the conversation is its own; checked again under the lock right before it does. */
export const canAnswer = (row: ConversationRow): boolean => row.state === 'ai'

export const canSend = (actor: Actor, row: ConversationRow): boolean =>
  actor.kind === 'assistant' ? canAnswer(row) : canRead(actor, row)
