import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TicketId } from '#contracts/ids.ts'
import { type ComposerDraft, listComposerDrafts, saveComposerDraft } from '#contracts/ticket/composer-draft.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { readLocal, storeLocal } from '#web/lib/local-storage.ts'
import styles from './composer.module.css'
import type { Draft, DraftText, Mode } from './draft.ts'
import type { Outgoing } from './outgoing-messages.ts'

const SAVE_AFTER_MS = 800

/** What this browser last read or stored of a draft on the server. */
type Known = { revision: string | null; body: string; fileIds: string[] }
const nothing: Known = { revision: null, body: '', fileIds: [] }

type SyncProps = {
  ticketId: string
  draft: Draft
  /** A text that is being sent stays stored until it is: the server deletes it with the message. */
  outgoing: readonly Outgoing[]
  /** Replaces the text of one mode. */
  onText: (mode: Mode, text: DraftText) => void
}

/** Keeps both drafts of a ticket on the server, so that every device of the member shows them. Asks which to keep where two differ. */
export function DraftSync({ ticketId, draft, outgoing, onText }: SyncProps) {
  const textOf = (mode: Mode): DraftText => {
    const isWritten = draft[mode].body !== '' || draft[mode].files.length > 0
    const sent = outgoing.findLast(({ visibility }) => (visibility === 'note') === (mode === 'note'))
    return isWritten || !sent ? draft[mode] : sent
  }
  return (['reply', 'note'] as const).map((mode) => (
    <ModeSync key={`${mode}-${ticketId}`} ticketId={ticketId} mode={mode} text={textOf(mode)} onText={onText} />
  ))
}

type ModeProps = { ticketId: string; mode: Mode; text: DraftText; onText: SyncProps['onText'] }

function ModeSync({ ticketId, mode, text, onText }: ModeProps) {
  const key = `segue-draft-known-${mode}-${ticketId}`
  const known = useRef<Known>({ ...nothing, ...readLocal<Known>(key) })
  const [isRead, setRead] = useState(false)
  /** Refused savings, each tried again over what the server has. */
  const [refused, setRefused] = useState(0)
  const [other, setOther] = useState<ComposerDraft | null>(null)
  const written = { body: text.body.trim(), fileIds: text.files.map(({ id }) => id) }
  const isKnown = isSame(written, known.current)
  const remember = (draft: ComposerDraft | null) => {
    known.current = draft
      ? { revision: draft.revision, body: draft.body, fileIds: draft.files.map(({ id }) => id) }
      : nothing
    storeLocal(key, draft && known.current)
  }
  /** Takes over what the server has. A text that is only here stays; where both have one, the member chooses. */
  const takeOver = (stored: ComposerDraft | null) => {
    const isOnlyHere = !isKnown && (written.body !== '' || written.fileIds.length > 0)
    const isNews = (stored?.revision ?? null) !== known.current.revision
    if (isNews && stored && isOnlyHere && stored.body !== written.body) setOther(stored)
    else if (isNews && !isOnlyHere) onText(mode, { body: stored?.body ?? '', files: stored?.files ?? [] })
    remember(stored)
  }
  const read = useEffectEvent(async () => {
    const params = { ticketId: ticketId as TicketId }
    // Offline: the text stays in this browser, and is stored with the next change.
    const found = await call(listComposerDrafts, { params }).catch(() => null)
    if (found) takeOver(found.items.find((one) => one.mode === mode) ?? null)
    setRead(true)
  })
  useEffect(() => void read(), [])
  const save = useEffectEvent(async () => {
    const body = { mode, ...written, revision: known.current.revision }
    try {
      remember((await call(saveComposerDraft, { params: { ticketId: ticketId as TicketId }, body })).draft)
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'conflict')) return
      takeOver(error.current as ComposerDraft | null)
      setRefused((before) => before + 1)
    }
  })
  const state = JSON.stringify(written)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins the wait anew
  useEffect(() => {
    if (!isRead || other || isKnown) return
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isRead, other, isKnown, state, refused])
  if (!other) return null
  return (
    <div className={styles.other} role="status">
      <p className={styles.otherText}>{m.composer_other_draft({ text: other.body })}</p>
      <button
        type="button"
        onClick={() => {
          onText(mode, { body: other.body, files: other.files })
          setOther(null)
        }}
      >
        {m.composer_other_use()}
      </button>
      <button type="button" onClick={() => setOther(null)}>
        {m.composer_other_keep()}
      </button>
    </div>
  )
}

const isSame = (one: Omit<Known, 'revision'>, other: Omit<Known, 'revision'>): boolean =>
  one.body === other.body && one.fileIds.join() === other.fileIds.join()
