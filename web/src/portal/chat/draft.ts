import { readStored, storeValue } from '#web/portal/storage.ts'

const keyOf = (slug: string) => `segue_draft_${slug}`

/** What is typed and not sent. */
export const readDraft = (slug: string): string => readStored(keyOf(slug)) ?? ''

export const storeDraft = (slug: string, text: string): void => storeValue(keyOf(slug), text || null)
