import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { proposeText, type TextProposal, type TextTool } from '#contracts/assistant/composer-tools.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { Mode } from '#web/admin/tickets/thread/draft.ts'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'

/** A model's text in the composer, and the text that it replaced. */
export type Proposed = TextProposal & { before: string; after: string }

type Composer = {
  mode: Mode
  body: string
  field: RefObject<HTMLTextAreaElement | null>
  onText: (body: string, original?: string | null) => void
}

/** Asks for a proposal, puts it into the composer, and takes it back by `undo` or Ctrl Z. A failure leaves the text as it is. */
export function useProposal(ticketId: TicketId, { mode, body, field, onText }: Composer) {
  const [busy, setBusy] = useState<TextTool | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [proposal, setProposal] = useState<Proposed | null>(null)
  const latest = useRef(body)
  useEffect(() => {
    latest.current = body
  })
  const run = async (tool: TextTool, language: Language | null = null) => {
    if (busy) return
    setBusy(tool)
    setError(null)
    setProposal(null)
    try {
      const given = await call(proposeText, { params: { ticketId }, body: { tool, text: body, language } })
      // What was typed meanwhile comes back by Undo.
      const before = latest.current
      const isAdded = tool === 'draft' || tool === 'summarise'
      const after = isAdded ? [before.trim(), given.text].filter(Boolean).join('\n\n') : given.text
      setProposal({ ...given, before, after })
      // A reply is sent with the text that was translated.
      if (tool === 'translate' && mode === 'reply') onText(after, before.trim())
      else onText(after)
      field.current?.focus()
    } catch (failure) {
      setError(failureText(failure))
    }
    setBusy(null)
  }
  const undo = () => {
    if (!proposal) return
    onText(proposal.before, null)
    setProposal(null)
    field.current?.focus()
  }
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndo || !proposal || latest.current !== proposal.after) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    const element = field.current
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [field])
  return { busy, error, proposal, run, undo, keep: () => setProposal(null) }
}
