import type { ChatStore } from './chat-store.ts'
import { readDraft, storeDraft } from './draft.ts'

/** Ends the chat on this screen, since it is not this guest's any more. What was not sent becomes the draft of the next chat. */
export function endSession(slug: string, store: ChatStore): void {
  const texts = [...store.state().thread.outgoing.map(({ body }) => body), readDraft(slug)]
  storeDraft(slug, texts.filter((text) => text.trim() !== '').join('\n'))
  store.changeThread((thread) => ({ ...thread, outgoing: [] }))
  store.change({ phase: 'ended' })
}
