import type { ConversationView } from '#contracts/conversation/conversation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'

/** Merges live events, which may come twice, late or out of order, into the messages of a thread. All pure. */

const rank = { streaming: 0, interrupted: 1, complete: 2 }

/** The later of two versions of a message: an answer only grows, and a complete one never streams again. */
function newerOf(known: MessageView, given: MessageView): MessageView {
  if (rank[given.state] !== rank[known.state]) return rank[given.state] > rank[known.state] ? given : known
  return given.state === 'streaming' && given.body.length < known.body.length ? known : given
}

/** Inserts a message by `seq`, each id once. */
export function insertMessage(messages: MessageView[], given: MessageView): MessageView[] {
  const known = messages.find((message) => message.id === given.id)
  const message = known ? newerOf(known, given) : given
  if (message === known) return messages
  const others = known ? messages.filter((one) => one !== known) : messages
  const before = others.findLastIndex((one) => one.seq <= message.seq) + 1
  return [...others.slice(0, before), message, ...others.slice(before)]
}

/**
 * Appends text to a streaming answer. Known text changes nothing (returns the same array); a restart (another
 * provider took over) replaces it. Null when earlier text is missing: read the thread again.
 */
export function appendDelta(
  messages: MessageView[],
  delta: { messageId: MessageView['id']; offset: number; text: string },
): MessageView[] | null {
  const known = messages.find((message) => message.id === delta.messageId)
  if (!known) return null
  if (known.state !== 'streaming') return messages
  if (delta.offset > known.body.length) return null
  if (known.body.startsWith(delta.text, delta.offset)) return messages
  const grown = { ...known, body: known.body.slice(0, delta.offset) + delta.text }
  return messages.map((message) => (message === known ? grown : message))
}

/** The later of two versions of a conversation; read positions and the ticket's id never go back. */
export function mergeConversation(known: ConversationView, given: ConversationView): ConversationView {
  const row = given.seq >= known.seq ? given : known
  return {
    ...row,
    ticketId: row.ticketId ?? known.ticketId,
    seenByCustomerSeq: Math.max(known.seenByCustomerSeq, given.seenByCustomerSeq),
    seenByTeamSeq: Math.max(known.seenByTeamSeq, given.seenByTeamSeq),
  }
}

/**
 * Merges a page that was read with the known messages. Where a page between the two is missing,
 * only the new page is kept, and older messages are read again from its cursor.
 */
export function mergePage(
  known: { messages: MessageView[]; olderCursor: string | null },
  page: { messages: MessageView[]; olderCursor: string | null },
): { messages: MessageView[]; olderCursor: string | null } {
  const hadOlder = known.messages.length > 0
  const merged = page.messages.reduce(insertMessage, known.messages)
  const first = page.messages[0]?.seq ?? 0
  const last = known.messages.at(-1)?.seq ?? 0
  const hasHole = hadOlder && page.olderCursor !== null && first > last + 1
  return {
    messages: hasHole ? merged.filter((message) => message.seq >= first) : merged,
    olderCursor: hadOlder && !hasHole ? known.olderCursor : page.olderCursor,
  }
}
