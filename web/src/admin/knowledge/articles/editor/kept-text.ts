import type { ArticleFields } from '#contracts/knowledge/article-editing.ts'
import { readLocal, storeLocal } from '#web/lib/local-storage.ts'

/** A text that the server does not have yet, and the text and version it was made from; version 0 for an article that is new. */
export type KeptText = { version: number; base: ArticleFields; fields: ArticleFields }

const keyOf = (id: string) => `segue-article-${id}`

/** What this browser keeps of an article, so that a closed page or a lost connection loses nothing. */
export const readKeptText = (id: string): KeptText | null => readLocal<KeptText>(keyOf(id))

/** Keeps a text in this browser; null forgets it, once the server has it. */
export const keepText = (id: string, text: KeptText | null): void => storeLocal(keyOf(id), text)
