import type { MessageTranslation } from '#contracts/assistant/message-translation.ts'

/** The messages of a thread in another language than the reader's. */
type Page = { items: MessageTranslation[]; firstSeq: number; olderCursor: string | null }

/**
 * Reads the newest page of a thread's translations, and older ones as far back as its messages are loaded (`loadedSeq`, the first one's
 * number; null: only the newest). Older pages that were read before stay.
 */
export async function readTranslations<P extends Page>(
  known: P | null,
  loadedSeq: number | null,
  read: (cursor: string | undefined) => Promise<P>,
): Promise<P> {
  const newest = await read(undefined)
  const { firstSeq, olderCursor } = known ?? newest
  let all = { ...newest, firstSeq, olderCursor, items: merge(known?.items ?? [], newest.items) }
  while (loadedSeq !== null && all.olderCursor !== null && all.firstSeq > loadedSeq) {
    const older = await read(all.olderCursor)
    all = { ...older, items: merge(older.items, all.items) }
  }
  return all
}

/** What is translated stays so: a page that was read before the translation was stored may come after it. */
function merge(known: MessageTranslation[], given: MessageTranslation[]): MessageTranslation[] {
  const byId = new Map(known.map((one) => [one.messageId, one]))
  for (const one of given) {
    byId.set(one.messageId, { ...one, body: one.body ?? byId.get(one.messageId)?.body ?? null })
  }
  return [...byId.values()]
}
