import { getGuestConversation, streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { addressOf, CallError, call } from '#web/lib/call.ts'
import { type LiveStream, openLive } from '#web/lib/live-stream.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { createChatOpening } from './chat-opening.ts'
import type { ChatStore } from './chat-store.ts'
import { endSession } from './end-session.ts'
import type { ChatGoal } from './open-conversation.ts'
import { createSerialReader } from './serial-reader.ts'
import { applyChatEvent, mergeThread } from './thread.ts'

export type ChatConnection = {
  open: () => Promise<void>
  read: () => void
  /** A call found nothing: ends the chat where its session has ended. */
  check: () => Promise<void>
  close: () => void
}

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
  /** Reads again with a new session; false when that is refused too, which ends the chat. */
  const isStillOpen = async (): Promise<boolean> => {
    try {
      await readAgain()
    } catch (error) {
      const isOver = error instanceof CallError && ['unauthenticated', 'not_found', 'forbidden'].includes(error.code)
      if (isOver) endSession(slug, store())
      return !isOver
    }
    return true
  }
  /** The stream was refused: reconnects, unless the session has ended. */
  const renew = async () => {
    if (await isStillOpen()) follow()
  }
  const opening = createChatOpening(slug, goal, store, follow)
  const check = async () => void (await isStillOpen())
  const close = () => {
    opening.stop()
    stream?.close()
  }
  return { open: opening.open, read, check, close }
}
