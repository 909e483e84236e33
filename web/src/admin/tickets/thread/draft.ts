import { useState } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import { readLocal, storeLocal } from '#web/lib/local-storage.ts'
import type { ChosenMacro } from './macros/picker.tsx'

/** `reply` goes to the customer, `note` stays with the team. */
export type Mode = 'reply' | 'note'
export type DraftText = {
  body: string
  files: FileView[]
  /** What the member wrote, where the body is its translation for the customer. */
  original?: string | undefined
  macro?: ChosenMacro | undefined
  /** Who gets a copy; undefined: those whom the ticket proposes. */
  cc?: readonly string[] | undefined
  /** The newest message of the thread when the text was begun. */
  since?: number | undefined
}
export type Draft = { mode: Mode } & Record<Mode, DraftText>

const nothing: DraftText = { body: '', files: [] }
const empty: Draft = { mode: 'reply', reply: nothing, note: nothing }
const keyOf = (ticketId: string) => `segue-draft-${ticketId}`

function isEmpty(draft: Draft): boolean {
  return [draft.reply, draft.note].every((content) => content.body === '' && content.files.length === 0 && !content.cc)
}

/** Draft of a reply and of a note on a ticket; stored, so that a reload keeps it. */
export function useDraft(ticketId: string): [draft: Draft, change: (change: (before: Draft) => Draft) => void] {
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...readLocal<Draft>(keyOf(ticketId)) }))
  const change = (by: (before: Draft) => Draft) =>
    setDraft((before) => {
      const next = by(before)
      storeLocal(keyOf(ticketId), isEmpty(next) ? null : next)
      return next
    })
  return [draft, change]
}

/** The draft with the text of one mode changed; `seq` is the newest message of the thread. */
export function withText(draft: Draft, mode: Mode, change: Partial<DraftText>, seq: number): Draft {
  const text = { ...draft[mode], ...change }
  const since = text.body === '' ? undefined : (change.since ?? draft[mode].since ?? seq)
  const original = text.body === '' ? undefined : text.original
  return { ...draft, [mode]: { ...text, original, since } }
}

/** The draft with the text of one mode removed, once it is sent. */
export function withoutText(draft: Draft, mode: Mode): Draft {
  return { ...draft, [mode]: nothing }
}
