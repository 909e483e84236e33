import type { LiveState } from '#web/lib/live-stream.ts'
import { emptyThread, isAnswerPending, type Thread } from './thread.ts'
import { createTimer } from './timer.ts'
import { storeUnsentMessages } from './unsent-messages.ts'

export type ChatState = {
  thread: Thread
  /** `ended`: the guest's session was refused, and a new session has no access to this chat. */
  phase: 'opening' | 'ready' | 'failed' | 'ended'
  error: unknown
  live: LiveState
  /** An answer is pending and not overdue: the assistant is shown as typing. */
  isPending: boolean
}

/** A pending answer is shown for this long at most. */
const OVERDUE_MS = 60_000
/** A member's heartbeat comes every 10 s; without one the typing state ends. */
const MEMBER_TYPING_MS = 12_000

export type ChatStore = {
  state: () => ChatState
  watch: (watcher: () => void) => () => void
  change: (next: Partial<ChatState>) => void
  changeThread: (apply: (thread: Thread) => Thread) => void
  isClosed: () => boolean
  close: () => void
}

/** Holds the state of one chat. `onGap` is called when an event was missed. */
export function createChatStore(onGap: () => void): ChatStore {
  const watchers = new Set<() => void>()
  let state: ChatState = { thread: emptyThread, phase: 'opening', error: null, live: 'connecting', isPending: false }
  let isClosed = false
  const change = (next: Partial<ChatState>) => {
    if (isClosed) return
    state = { ...state, ...next }
    for (const watcher of watchers) watcher()
  }
  const changeThread = (apply: (thread: Thread) => Thread) => {
    const before = state.thread
    const thread = apply(before)
    if (thread === before || isClosed) return
    if (thread.conversation && thread.outgoing !== before.outgoing)
      storeUnsentMessages(thread.conversation.id, thread.outgoing)
    if (thread.memberTyping !== null) typingEnds.start()
    const isPending = isAnswerPending(thread)
    if (isPending) overdue.start()
    else overdue.stop()
    change({ thread, isPending })
    if (thread.hasGap) onGap()
  }
  const overdue = createTimer(() => change({ isPending: false }), OVERDUE_MS)
  const typingEnds = createTimer(() => changeThread((thread) => ({ ...thread, memberTyping: null })), MEMBER_TYPING_MS)
  return {
    state: () => state,
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    change,
    changeThread,
    isClosed: () => isClosed,
    close: () => {
      isClosed = true
      overdue.stop()
      typingEnds.stop()
    },
  }
}
