import type { MessageView } from '#contracts/conversation/message.ts'
import { playToneOnce } from '#web/lib/tone.ts'
import { readStored, storeValue } from '#web/portal/storage.ts'
import type { ChatStore } from './chat-store.ts'

const KEY = 'segue_chat_sound'

/** Whether a new message plays a tone while the page is hidden; kept on this device, on by default. */
export const isSoundOn = (): boolean => readStored(KEY) !== 'off'

export const setSound = (isOn: boolean): void => storeValue(KEY, isOn ? null : 'off')

const isOfOthers = ({ author, body, attachments }: MessageView) =>
  (author === 'assistant' || author === 'member') && (body !== '' || attachments.length > 0)

/**
 * Draws attention to messages of the other side that arrive while the page is hidden: their number stands in the page's title until it is
 * shown again, and a short tone is played. Returns what ends it.
 */
export function createAttention(store: ChatStore): () => void {
  const known = new Set<string>()
  let title: string | null = null
  let count = 0
  const reset = () => {
    if (document.hidden || title === null) return
    document.title = title
    title = null
    count = 0
  }
  let isReady = false
  const unwatch = store.watch(() => {
    const { phase, thread } = store.state()
    const added = thread.messages.filter((message) => isOfOthers(message) && !known.has(message.id))
    for (const { id } of added) known.add(id)
    const newest = added.at(-1)
    // What was there when the chat opened is not new.
    if (isReady && newest && document.hidden) {
      count += added.length
      title ??= document.title
      document.title = `(${count}) ${title}`
      if (isSoundOn()) void playToneOnce(newest.createdAt)
    }
    isReady = phase === 'ready'
  })
  document.addEventListener('visibilitychange', reset)
  return () => {
    unwatch()
    document.removeEventListener('visibilitychange', reset)
  }
}
