import type { ConversationId } from '#contracts/ids.ts'
import { askedWaitMs, CallError, isTransient, newId } from '#web/lib/call.ts'
import type { ChatStore } from './chat-store.ts'
import { type ChatGoal, openConversation } from './open-conversation.ts'
import { mergeThread } from './thread.ts'
import { readUnsentMessages } from './unsent-messages.ts'

/** Pauses before a chat that could not be opened is opened again by itself, in milliseconds; the last one stays. */
const PAUSES_MS = [2000, 4000, 8000, 16_000, 30_000]

/** Not shorter than the server asks for. */
const pauseBefore = (tries: number, error: unknown): number =>
  Math.max(askedWaitMs(error), PAUSES_MS[tries] ?? PAUSES_MS.at(-1) ?? 0)

/** Opens the conversation of a chat, again by itself after a failure that may pass. `onOpened` is called with the thread in the store. */
export function createChatOpening(slug: string, goal: ChatGoal, store: () => ChatStore, onOpened: () => void) {
  // Made once: a start whose reply was lost is found by it, and no second conversation begins.
  let newConversationId = newId<ConversationId>()
  let retry: ReturnType<typeof setTimeout> | undefined
  let opening: Promise<void> | null = null
  const openOnce = async (tries: number) => {
    clearTimeout(retry)
    try {
      const view = await openConversation(slug, goal, newConversationId)
      const unsent = readUnsentMessages(view.conversation.id)
      store().changeThread((thread) => mergeThread({ ...thread, outgoing: unsent }, view))
      store().change({ phase: 'ready', error: null })
      onOpened()
    } catch (error) {
      store().change({ phase: 'failed', error })
      // Started in a session that has ended since, and the reply was lost.
      const isIdTaken = error instanceof CallError && error.code === 'conflict'
      if (isIdTaken) newConversationId = newId()
      const isWorthwhile = (isIdTaken || isTransient(error)) && !store().isClosed()
      if (isWorthwhile) retry = setTimeout(() => void open(tries + 1), pauseBefore(tries, error))
    }
  }
  /** `tries`: how often it was tried by itself after a failure, which stays on the screen meanwhile. */
  const open = async (tries: number): Promise<void> => {
    if (store().isClosed()) return
    if (tries === 0) store().change({ phase: 'opening', error: null })
    opening ??= openOnce(tries).finally(() => {
      opening = null
    })
    await opening
  }
  return {
    /** Opens now; while it is being opened, waits for that. Does nothing once the chat is closed. */
    open: () => open(0),
    stop: () => clearTimeout(retry),
  }
}
