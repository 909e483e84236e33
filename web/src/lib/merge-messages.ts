import type { ConversationView } from '#contracts/conversation/conversation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'

/** The messages of a thread, kept in order by live events that may come twice, late or out of order. All pure. */

const rank = { streaming: 0, interrupted: 1, complete: 2 }

/** Of two versions of a message the one further on: an answer only grows, and what is complete never streams again. */
function furtherOn(known: MessageView, given: MessageView): MessageView {
  if (rank[given.state] !== rank[known.state]) return rank[given.state] > rank[known.state] ? given : known
  return given.state === 'streaming' && given.body.length < known.body.length ? known : given
}

/** Puts a message in its place by `seq`, each id once. */
export function insertMessage(messages: MessageView[], given: MessageView): MessageView[] {
  const known = messages.find((message) => message.id === given.id)
  const message = known ? furtherOn(known, given) : given
  if (message === known) return messages
  const others = known ? messages.filter((one) => one !== known) : messages
  const before = others.findLastIndex((one) => one.seq <= message.seq) + 1
  return [...others.slice(0, before), message, ...others.slice(before)]
}

/**
 * Text of a growing answer. What is there already changes nothing (the same array comes back); a start over (another
 * provider took over) replaces it. Null when something before it is missing: read the thread again.
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

/** Of two states of a conversation the later; what was read or became a ticket stays so. */
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
 * Takes a freshly read page into the messages that are there. A page that was lost between the two would leave a hole:
 * then only what came counts, and older ones are read again from its cursor.
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
