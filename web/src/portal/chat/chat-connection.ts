import { getGuestConversation, streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { addressOf, CallError, call } from '#web/lib/call.ts'
import { type LiveStream, openLive } from '#web/lib/live-stream.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import type { ChatStore } from './chat-store.ts'
import { type ChatGoal, openConversation } from './open-conversation.ts'
import { createSerialReader } from './serial-reader.ts'
import { applyChatEvent, mergeThread } from './thread.ts'
import { readUnsentMessages } from './unsent-messages.ts'

export type ChatConnection = { open: () => Promise<void>; read: () => void; close: () => void }

/** Connects a chat to the server: opens the conversation, subscribes to its stream, reads again after a gap. */
export function createChatConnection(slug: string, goal: ChatGoal, store: () => ChatStore): ChatConnection {
  let stream: LiveStream | null = null
  const params = () => ({ slug, conversationId: store().state().thread.conversation?.id as ConversationId })
  const readAgain = createSerialReader(async () => {
    const asked = params()
    const view = await asGuest(slug, () => call(getGuestConversation, { params: asked }))
    store().changeThread((thread) => mergeThread(thread, view))
    // It was merged into another one, which has a stream of its own.
    if (view.conversation.id !== asked.conversationId) follow()
  })
  // A failed read is ignored: the next event or poll reads again.
  const read = () => void readAgain().catch(() => undefined)
  const follow = () => {
    stream?.close()
    if (store().isClosed()) return
    const after = String(store().state().thread.conversation?.seq ?? 0)
    const opened = openLive({
      path: addressOf(streamGuestConversation.path, { params: params() }),
      after,
      onPoll: read,
    })
    stream = opened
    opened.listen((event) => store().changeThread((thread) => applyChatEvent(thread, event)))
    opened.watch(() => {
      store().change({ live: opened.state() })
      if (opened.state() === 'ended') void renew()
    })
  }
  /** The stream was refused: reconnects with a new session, or ends the chat when that is refused too. */
  const renew = async () => {
    try {
      await readAgain()
      follow()
    } catch (error) {
      const isOver = error instanceof CallError && ['unauthenticated', 'not_found', 'forbidden'].includes(error.code)
      if (isOver) store().change({ phase: 'ended' })
      else follow()
    }
  }
  const open = async () => {
    store().change({ phase: 'opening', error: null })
    try {
      const view = await openConversation(slug, goal)
      const unsent = readUnsentMessages(view.conversation.id)
      store().changeThread((thread) => mergeThread({ ...thread, outgoing: unsent }, view))
      store().change({ phase: 'ready' })
      follow()
    } catch (error) {
      store().change({ phase: 'failed', error })
    }
  }
  return { open, read, close: () => stream?.close() }
}
