import { getGuestConversation, streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { addressOf, CallError, call, isTransient } from '#web/lib/call.ts'
import { type LiveStream, openLive } from '#web/lib/live-stream.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import type { ChatStore } from './chat-store.ts'
import { endSession } from './end-session.ts'
import { type ChatGoal, openConversation } from './open-conversation.ts'
import { createSerialReader } from './serial-reader.ts'
import { applyChatEvent, mergeThread } from './thread.ts'
import { readUnsentMessages } from './unsent-messages.ts'

export type ChatConnection = {
  open: () => Promise<void>
  read: () => void
  /** A call found nothing: ends the chat where its session has ended. */
  check: () => Promise<void>
  close: () => void
}

/** Pauses before a chat that could not be opened is opened again by itself, in milliseconds; the last one stays. */
const PAUSES_MS = [2000, 4000, 8000, 16_000, 30_000]

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
  let retry: ReturnType<typeof setTimeout> | undefined
  /** `tries`: how often it was tried by itself after a failure, which stays on the screen meanwhile. */
  const open = async (tries = 0) => {
    clearTimeout(retry)
    if (tries === 0) store().change({ phase: 'opening', error: null })
    try {
      const view = await openConversation(slug, goal)
      const unsent = readUnsentMessages(view.conversation.id)
      store().changeThread((thread) => mergeThread({ ...thread, outgoing: unsent }, view))
      store().change({ phase: 'ready', error: null })
      follow()
    } catch (error) {
      store().change({ phase: 'failed', error })
      const isWorthwhile = isTransient(error) && !store().isClosed()
      if (isWorthwhile) retry = setTimeout(() => void open(tries + 1), PAUSES_MS[tries] ?? PAUSES_MS.at(-1))
    }
  }
  const check = async () => void (await isStillOpen())
  const close = () => {
    clearTimeout(retry)
    stream?.close()
  }
  return { open: () => open(), read, check, close }
}
