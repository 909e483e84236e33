import type { ConversationView, ThreadView } from '#contracts/conversation/conversation.ts'
import type { FileView } from '#contracts/conversation/file.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { MessageId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import { appendDelta, insertMessage, mergeConversation, mergePage } from '#web/lib/merge-messages.ts'

/** Why the server does not take a message now, and when it is sent again (milliseconds since 1970). */
export type Wait = { cause: 'rate_limited' | 'unavailable'; until: number }

/** A message of the customer that the server has not acknowledged. It has a client-made id, so sending it again is harmless. */
export type Outgoing = {
  id: MessageId
  body: string
  files: FileView[]
  at: string
  /** `waiting` is sent by itself, `failed` by the customer's Retry. */
  state: 'sending' | 'waiting' | 'failed'
  /** While it waits because the server asked for it; null where it waits for the connection. */
  wait: Wait | null
  error: string | null
}

/** What a chat window shows of one conversation. */
export type Thread = {
  conversation: ConversationView | null
  /** By `seq`, each id once. */
  messages: MessageView[]
  outgoing: Outgoing[]
  olderCursor: string | null
  /** Name of the member who is typing; empty when unknown, null when nobody types. */
  memberTyping: string | null
  isAssistantTyping: boolean
  /** An event was missed: the thread must be read again. `mergeThread` resets it. */
  hasGap: boolean
  /** Goes up whenever the ticket may have changed. */
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

/** Applies a live event. Pure; an event that comes twice, late or out of order is harmless. */
export function applyChatEvent(thread: Thread, event: LiveEvent): Thread {
  const id = thread.conversation?.id
  switch (event.type) {
    case 'message.created':
    case 'message.changed':
      return event.conversationId === id ? putMessage(thread, event.message) : thread
    case 'message.delta':
      return event.conversationId === id ? applyDelta(thread, event) : thread
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

/** Merges a thread that was read, and closes any gap. Older pages that were read before stay. */
export function mergeThread(thread: Thread, view: ThreadView): Thread {
  const isSame = thread.conversation?.id === view.conversation.id
  const start = isSame ? thread : { ...emptyThread, outgoing: thread.outgoing }
  const page = { messages: view.messages.filter(isPublic), olderCursor: view.olderCursor }
  const merged = page.messages.reduce(putMessage, putConversation(start, view.conversation))
  return { ...merged, ...mergePage(start, page), hasGap: false }
}

/** Prepends an older page. */
export function prependOlder(thread: Thread, view: ThreadView): Thread {
  return { ...view.messages.reduce(putMessage, thread), olderCursor: view.olderCursor }
}

const isPublic = (message: MessageView) => message.visibility === 'public'

function putMessage(thread: Thread, given: MessageView): Thread {
  if (!isPublic(given)) return thread
  const isKnown = thread.messages.some((message) => message.id === given.id)
  return {
    ...thread,
    messages: insertMessage(thread.messages, given),
    outgoing: thread.outgoing.filter((one) => one.id !== given.id),
    memberTyping: given.author === 'member' && !isKnown ? null : thread.memberTyping,
    isAssistantTyping: given.author === 'assistant' ? false : thread.isAssistantTyping,
  }
}

/** Appends text to a streaming answer; a gap sets `hasGap`. */
function applyDelta(thread: Thread, delta: { messageId: MessageId; offset: number; text: string }): Thread {
  const messages = appendDelta(thread.messages, delta)
  if (!messages) return { ...thread, hasGap: true }
  return messages === thread.messages ? thread : { ...thread, isAssistantTyping: false, messages }
}

function putConversation(thread: Thread, given: ConversationView): Thread {
  const known = thread.conversation
  return { ...thread, conversation: known ? mergeConversation(known, given) : given }
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

/** The last message of a person or the assistant; system messages do not count. */
export function lastTextMessage(thread: Thread): MessageView | null {
  return thread.messages.findLast((message) => message.author !== 'system') ?? null
}

/**
 * Whether an answer of the assistant is pending. While a member owns the conversation it never is, and handing it back leaves what the
 * customer wrote before to that member.
 */
export function isAnswerPending(thread: Thread): boolean {
  if (thread.conversation?.state !== 'ai') return false
  if (thread.outgoing.some((one) => one.state === 'sending')) return true
  const last = thread.messages.findLast(({ author, kind }) => author !== 'system' || kind === 'handed_back')
  return last?.author === 'customer' || last?.state === 'streaming'
}

/** `seq` of the newest message of the other side, for unread counts and "Seen"; 0 when there is none. */
export function lastSeqOfOthers(thread: Thread): number {
  return thread.messages.findLast((message) => message.author !== 'customer')?.seq ?? 0
}
