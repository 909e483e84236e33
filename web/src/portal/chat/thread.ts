import type { ConversationView, MessageView, ThreadView } from '#contracts/conversation.ts'
import type { LiveEvent } from '#contracts/events.ts'
import type { FileView } from '#contracts/file.ts'
import type { MessageId } from '#contracts/ids.ts'

/** A message of the customer's that the server has not told back yet. It keeps its id, so sending it again is harmless. */
export type Outgoing = {
  id: MessageId
  body: string
  files: FileView[]
  at: string
  /** `failed` waits for the customer's Retry. */
  state: 'sending' | 'failed'
  error: string | null
}

/** What a chat window shows of one conversation. */
export type Thread = {
  conversation: ConversationView | null
  /** By `seq`, each id once. */
  messages: MessageView[]
  outgoing: Outgoing[]
  olderCursor: string | null
  /** Name of the member who types right now; empty when it is unknown, null when nobody types. */
  memberTyping: string | null
  isAssistantTyping: boolean
  /** Something was missed: the thread must be read again. `mergeThread` heals it. */
  hasGap: boolean
  /** Goes up whenever the ticket may look different now. */
  ticketRevision: number
}

export const emptyThread: Thread = {
  conversation: null,
  messages: [],
  outgoing: [],
  olderCursor: null,
  memberTyping: null,
  isAssistantTyping: false,
  hasGap: false,
  ticketRevision: 0,
}

/** Applies a live event. Pure; the same event twice, late or out of order does no harm. */
export function applyEvent(thread: Thread, event: LiveEvent): Thread {
  const id = thread.conversation?.id
  switch (event.type) {
    case 'message.created':
    case 'message.changed':
      return event.conversationId === id ? putMessage(thread, event.message) : thread
    case 'message.delta':
      return event.conversationId === id ? grow(thread, event) : thread
    case 'conversation.changed':
      return event.conversation.id === id ? putConversation(thread, event.conversation) : thread
    case 'ticket.created':
    case 'ticket.changed':
      return event.conversationId === id ? putTicket(thread, event.ticketId) : thread
    case 'typing':
      return event.conversationId === id ? putTyping(thread, event) : thread
    case 'seen':
      return event.conversationId === id ? putSeen(thread, event) : thread
    case 'resync':
      return { ...thread, hasGap: true }
    default:
      return thread
  }
}

/** Takes in a thread as the server tells it now, and closes any gap. Older pages that were read before stay. */
export function mergeThread(thread: Thread, view: ThreadView): Thread {
  const isSame = thread.conversation?.id === view.conversation.id
  const start = isSame ? thread : { ...emptyThread, outgoing: thread.outgoing }
  const hadOlder = start.messages.length > 0
  const merged = view.messages.reduce(putMessage, putConversation(start, view.conversation))
  // A page that was lost between what is here and what came would leave a hole: then only what came counts.
  const first = view.messages[0]?.seq ?? 0
  const last = start.messages.at(-1)?.seq ?? 0
  const hasHole = hadOlder && view.olderCursor !== null && first > last + 1
  const messages = hasHole ? merged.messages.filter((message) => message.seq >= first) : merged.messages
  const olderCursor = hadOlder && !hasHole ? start.olderCursor : view.olderCursor
  return { ...merged, messages, olderCursor, hasGap: false }
}

/** Puts an older page before what is there. */
export function prependOlder(thread: Thread, view: ThreadView): Thread {
  return { ...view.messages.reduce(putMessage, thread), olderCursor: view.olderCursor }
}

const rank = { streaming: 0, interrupted: 1, complete: 2 }

/** Of two versions of a message the one further on: an answer only grows, and what is complete never streams again. */
function newer(known: MessageView, given: MessageView): MessageView {
  if (rank[given.state] !== rank[known.state]) return rank[given.state] > rank[known.state] ? given : known
  return given.state === 'streaming' && given.body.length < known.body.length ? known : given
}

function putMessage(thread: Thread, given: MessageView): Thread {
  if (given.visibility === 'note') return thread
  const at = thread.messages.findIndex((message) => message.id === given.id)
  const known = thread.messages[at]
  const message = known ? newer(known, given) : given
  const others = known ? thread.messages.filter((one) => one !== known) : thread.messages
  const before = others.findLastIndex((one) => one.seq <= message.seq) + 1
  return {
    ...thread,
    messages: [...others.slice(0, before), message, ...others.slice(before)],
    outgoing: thread.outgoing.filter((one) => one.id !== message.id),
    memberTyping: given.author === 'member' && !known ? null : thread.memberTyping,
    isAssistantTyping: given.author === 'assistant' ? false : thread.isAssistantTyping,
  }
}

/** Text of a growing answer. What is there already changes nothing; a start over (another provider took over) replaces it. */
function grow(thread: Thread, delta: { messageId: MessageId; offset: number; text: string }): Thread {
  const known = thread.messages.find((message) => message.id === delta.messageId)
  if (!known) return { ...thread, hasGap: true }
  if (known.state !== 'streaming') return thread
  if (delta.offset > known.body.length) return { ...thread, hasGap: true }
  if (known.body.startsWith(delta.text, delta.offset)) return thread
  const grown = { ...known, body: known.body.slice(0, delta.offset) + delta.text }
  return {
    ...thread,
    isAssistantTyping: false,
    messages: thread.messages.map((message) => (message === known ? grown : message)),
  }
}

function putConversation(thread: Thread, given: ConversationView): Thread {
  const known = thread.conversation
  if (!known) return { ...thread, conversation: given }
  const row = given.seq >= known.seq ? given : known
  const conversation = {
    ...row,
    ticketId: row.ticketId ?? known.ticketId,
    seenByCustomerSeq: Math.max(known.seenByCustomerSeq, given.seenByCustomerSeq),
    seenByTeamSeq: Math.max(known.seenByTeamSeq, given.seenByTeamSeq),
  }
  return { ...thread, conversation }
}

function putTicket(thread: Thread, ticketId: ConversationView['ticketId']): Thread {
  if (!thread.conversation) return thread
  return { ...thread, conversation: { ...thread.conversation, ticketId }, ticketRevision: thread.ticketRevision + 1 }
}

function putTyping(thread: Thread, event: Extract<LiveEvent, { type: 'typing' }>): Thread {
  if (event.who === 'assistant') return { ...thread, isAssistantTyping: event.isTyping }
  if (event.who === 'member') return { ...thread, memberTyping: event.isTyping ? (event.name ?? '') : null }
  return thread
}

function putSeen(thread: Thread, event: Extract<LiveEvent, { type: 'seen' }>): Thread {
  if (!thread.conversation) return thread
  const key = event.who === 'team' ? 'seenByTeamSeq' : 'seenByCustomerSeq'
  const conversation = { ...thread.conversation, [key]: Math.max(thread.conversation[key], event.seq) }
  return { ...thread, conversation }
}

/** The last message of a person or the assistant; small lines do not count. */
export function lastWords(thread: Thread): MessageView | null {
  return thread.messages.findLast((message) => message.author !== 'system') ?? null
}

/** Whether the assistant owes an answer. While a person has the conversation nobody is kept from writing. */
export function isAnswerPending(thread: Thread): boolean {
  if (thread.conversation?.state !== 'ai') return false
  if (thread.outgoing.some((one) => one.state === 'sending')) return true
  const last = lastWords(thread)
  return last !== null && (last.author === 'customer' || last.state === 'streaming')
}

/** The newest message of the other side, for unread counts and the seen mark; 0 when there is none. */
export function lastSeqOfOthers(thread: Thread): number {
  return thread.messages.findLast((message) => message.author !== 'customer')?.seq ?? 0
}
