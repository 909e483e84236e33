import { CHAT_IDLE_MINUTES } from '#contracts/conversation/chat-end.ts'
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

/** People work on a chat with a ticket: it ends with that. */
export const canEnd = (row: ConversationRow): boolean => row.channel === 'chat' && row.ticketId === null

const IDLE_MS = CHAT_IDLE_MINUTES * 60_000
const RATING_OPEN_MS = 24 * 3_600_000

/** Until when the rating of a chat may be changed: within a day, once. Null where it may not. */
export const ratingOpenUntil = ({ ratedAt, ratingChangedAt }: ConversationRow): Date | null =>
  ratedAt && !ratingChangedAt ? new Date(ratedAt.getTime() + RATING_OPEN_MS) : null

/** Why a chat may not be rated now; null where it may. */
export function whyNotRated(row: ConversationRow, now: Date): 'has_ticket' | 'not_ended' | 'rated' | null {
  if (!canEnd(row)) return 'has_ticket'
  if (row.rating !== null) return now < (ratingOpenUntil(row) ?? now) ? null : 'rated'
  const isIdle = now.getTime() - row.updatedAt.getTime() >= IDLE_MS
  return row.state === 'closed' || isIdle ? null : 'not_ended'
}
