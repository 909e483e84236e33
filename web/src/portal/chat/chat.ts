import { endChat, rateChat } from '#contracts/conversation/chat-end.ts'
import type { ConversationView } from '#contracts/conversation/conversation.ts'
import type { FileView } from '#contracts/conversation/file.ts'
import {
  declineOffer,
  getGuestConversation,
  markGuestSeen,
  rateAnswer,
  requestPerson,
  sendGuestMessage,
  setGuestTyping,
} from '#contracts/conversation/guest-conversation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { CallError, call, newId } from '#web/lib/call.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { createAttention } from './attention.ts'
import { type ChatConnection, createChatConnection } from './chat-connection.ts'
import { type ChatState, type ChatStore, createChatStore } from './chat-store.ts'
import type { ChatGoal } from './open-conversation.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createSeenReporter } from './seen-reporter.ts'
import { applyChatEvent, type Outgoing, prependOlder } from './thread.ts'
import { createTypingReporter } from './typing-reporter.ts'

/** One conversation on this screen: its state and its actions. Failed actions throw `CallError`. */
export type Chat = {
  /** Distinguishes the chats of one page. */
  key: string
  goal: ChatGoal
  state: () => ChatState
  watch: (watcher: () => void) => () => void
  /** Shows the message at once and posts it; false when it was ignored (empty, or the chat is not open yet). */
  send: (body: string, files: FileView[]) => boolean
  /** Sends a message that was refused or waits, now. */
  retry: (id: MessageId) => void
  discard: (id: MessageId) => void
  requestPerson: () => Promise<void>
  declineOffer: () => Promise<void>
  /** Ends the chat; a further message goes on in it. */
  end: () => Promise<void>
  rateChat: (given: { stars: number; comment: string }) => Promise<void>
  /** Shows a rating at once, and removes it when it could not be stored. */
  rate: (message: MessageView, helpful: boolean | null) => Promise<void>
  /** Reports that the customer is typing; call it on every key, it is sent every few seconds. */
  typed: () => void
  markSeen: (seq: number) => void
  loadOlder: () => Promise<void>
  /** Reads the thread again; after a failed opening it opens again. */
  refresh: () => void
  close: () => void
}

const SEND_TIMEOUT_MS = 20_000

/** Opens a chat and updates it by live events until `close`. */
export function createChat(slug: string, goal: ChatGoal): Chat {
  const store = createChatStore(() => connection.read())
  const connection = createChatConnection(slug, goal, () => store)
  const params = () => ({ slug, conversationId: store.state().thread.conversation?.id as ConversationId })
  const asThisGuest = <T>(run: () => Promise<T>) => asGuest(slug, run).catch(checkFirst(connection))
  const writing = createWriting(store, params, asThisGuest)
  const seen = createSeenReporter(
    (seq) => void call(markGuestSeen, { params: params(), body: { seq } }, { keepalive: true }).catch(() => undefined),
  )
  const change = async (ask: () => Promise<ConversationView>) => {
    const conversation = await asThisGuest(ask)
    store.changeThread((thread) => applyChatEvent(thread, { type: 'conversation.changed', conversation }))
  }
  const show = (message: MessageView) => {
    const { conversationId } = params()
    const event = { type: 'message.changed' as const, conversationId, ticketId: null, message }
    store.changeThread((thread) => applyChatEvent(thread, event))
  }
  const openAgain = () => {
    if (store.state().phase === 'failed') void connection.open()
  }
  addEventListener('online', openAgain)
  addEventListener('pagehide', seen.flush)
  const stopAttention = createAttention(store)
  void connection.open()
  return {
    key: newId(),
    goal,
    state: store.state,
    watch: store.watch,
    ...writing.actions,
    requestPerson: () => change(() => call(requestPerson, { params: params() })),
    declineOffer: () => change(() => call(declineOffer, { params: params() })),
    end: () => change(() => call(endChat, { params: params() })),
    rateChat: (body) => change(() => call(rateChat, { params: params(), body })),
    rate: async (message, helpful) => {
      show({ ...message, helpful })
      const given = { params: { ...params(), messageId: message.id }, body: { helpful } }
      try {
        show(await asGuest(slug, () => call(rateAnswer, given)))
      } catch (error) {
        show(message)
        throw error
      }
    },
    markSeen: (seq) => {
      const known = store.state().thread.conversation
      if (!known || seq <= known.seenByCustomerSeq) return
      store.changeThread((thread) =>
        applyChatEvent(thread, { type: 'seen', conversationId: known.id, who: 'customer', seq }),
      )
      seen.report(seq)
    },
    loadOlder: async () => {
      const cursor = store.state().thread.olderCursor
      if (!cursor) return
      const view = await asGuest(slug, () => call(getGuestConversation, { params: params(), query: { cursor } }))
      store.changeThread((thread) => prependOlder(thread, view))
    },
    refresh: () => (store.state().phase === 'ready' ? connection.read() : void connection.open()),
    close: () => {
      removeEventListener('online', openAgain)
      removeEventListener('pagehide', seen.flush)
      stopAttention()
      store.close()
      connection.close()
      writing.stop()
      seen.flush()
    },
  }
}

/** A call that finds nothing may say that the session has ended: that is known before its failure is shown. */
const checkFirst =
  (connection: ChatConnection) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof CallError && error.code === 'not_found') await connection.check()
    throw error
  }

/** Sends the customer's messages: shown at once, posted in order, stored until they are acknowledged. */
function createWriting(
  store: ChatStore,
  params: () => { slug: string; conversationId: ConversationId },
  asThisGuest: <T>(run: () => Promise<T>) => Promise<T>,
) {
  const mark = (id: MessageId, next: Pick<Outgoing, 'state'> & Partial<Pick<Outgoing, 'wait' | 'error'>>) =>
    store.changeThread((thread) => ({
      ...thread,
      outgoing: thread.outgoing.map((one) => (one.id === id ? { ...one, wait: null, error: null, ...next } : one)),
    }))
  const outbox = createOutbox({
    post: ({ id, body, files }) => {
      const given = { id, body, fileIds: files.map((file) => file.id) }
      const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
      return asThisGuest(() => call(sendGuestMessage, { params: params(), body: given }, { signal }))
    },
    onSending: (id) => mark(id, { state: 'sending' }),
    onSent: (message) => {
      const { conversationId } = params()
      const event = { type: 'message.created' as const, conversationId, ticketId: null, message }
      store.changeThread((thread) => applyChatEvent(thread, event))
    },
    onWaiting: (id, wait) => mark(id, { state: 'waiting', wait }),
    onFailed: (id, error) => mark(id, { state: 'failed', error }),
  })
  const unwatch = resumeWithConnection(store, outbox)
  const typing = createTypingReporter((isTyping) => {
    const holder = store.state().thread.conversation?.state
    if (holder !== 'human' && holder !== 'waiting') return
    call(setGuestTyping, { params: params(), body: { isTyping } }).catch(() => undefined)
  })
  const actions: Pick<Chat, 'send' | 'retry' | 'discard' | 'typed'> = {
    send: (text, files) => {
      const body = text.trim()
      if (store.state().phase !== 'ready' || (body === '' && files.length === 0)) return false
      const at = new Date().toISOString()
      const one: Outgoing = { id: newId<MessageId>(), body, files, at, state: 'sending', wait: null, error: null }
      typing.stop()
      store.changeThread((thread) => ({ ...thread, outgoing: [...thread.outgoing, one] }))
      outbox.add(one)
      return true
    },
    retry: (id) => {
      const one = store.state().thread.outgoing.find((unsent) => unsent.id === id)
      if (one?.state === 'failed') outbox.add(one)
      else outbox.resume()
    },
    discard: (id) => {
      outbox.remove(id)
      store.changeThread((thread) => ({ ...thread, outgoing: thread.outgoing.filter((one) => one.id !== id) }))
    },
    typed: typing.typed,
  }
  const stop = () => {
    unwatch()
    outbox.stop()
    typing.stop()
  }
  return { actions, stop }
}

/** Sends what waits when the chat is ready (also what a reload interrupted), the device is online again, or the stream is back. */
function resumeWithConnection(store: ChatStore, outbox: Outbox): () => void {
  let { phase, live } = store.state()
  const unwatch = store.watch(() => {
    const before = { phase, live }
    const now = store.state()
    phase = now.phase
    live = now.live
    if (phase === 'ready' && before.phase !== 'ready') {
      for (const one of now.thread.outgoing) if (one.state === 'waiting') outbox.add(one)
    }
    if (live === 'live' && before.live !== 'live') outbox.resume()
    if (phase === 'ended') outbox.stop()
  })
  addEventListener('online', outbox.resume)
  return () => {
    unwatch()
    removeEventListener('online', outbox.resume)
  }
}
