import { useState } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import { readLocal, storeLocal } from './local-storage.ts'

/** `reply` goes to the customer, `note` stays with the team. */
export type Mode = 'reply' | 'note'
export type DraftText = { body: string; files: FileView[] }
export type Draft = { mode: Mode } & Record<Mode, DraftText>

const nothing: DraftText = { body: '', files: [] }
const empty: Draft = { mode: 'reply', reply: nothing, note: nothing }
const keyOf = (ticketId: string) => `segue-draft-${ticketId}`

function isEmpty(draft: Draft): boolean {
  return [draft.reply, draft.note].every((words) => words.body === '' && words.files.length === 0)
}

/** What somebody has begun to write on a ticket, reply and note apart; it outlives the page. */
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

/** Changes the words of one mode. */
export function withText(draft: Draft, mode: Mode, change: Partial<DraftText>): Draft {
  return { ...draft, [mode]: { ...draft[mode], ...change } }
}

/** The draft without the words of one mode, once they are on their way. */
export function withoutText(draft: Draft, mode: Mode): Draft {
  return { ...draft, [mode]: nothing }
}
