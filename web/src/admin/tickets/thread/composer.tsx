import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconLock, IconPaperclip, IconSend2 } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { MessageId } from '#contracts/ids.ts'
import { unfilledVariables } from '#contracts/ticket/template.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { modKey } from '#web/admin/mod-key.ts'
import { useMember } from '#web/admin/session.ts'
import { isFinished } from '#web/admin/tickets/filter.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { newId } from '#web/lib/call.ts'
import styles from './composer.module.css'
import { ComposerField } from './composer-field.tsx'
import { type DraftText, type Mode, useDraft, withoutText, withText } from './draft.ts'
import type { ChosenMacro } from './macros/picker.tsx'
import { ModeTabs } from './mode-tabs.tsx'
import type { Outgoing, useOutgoing } from './outgoing-messages.ts'
import { useCopies } from './use-copies.ts'
import { useReplyUploads } from './use-reply-uploads.ts'

const ChosenMacroLine = lazyPart(async () => (await import('./macros/chosen.tsx')).ChosenMacroLine)
const DraftSync = lazyPart(async () => (await import('./draft-sync.tsx')).DraftSync)
const Destination = lazyPart(async () => (await import('./destination.tsx')).Destination, {
  waiting: () => <p className={styles.destination} />,
})
const FileChips = lazyPart(async () => (await import('./file-chips.tsx')).FileChips)
const Copies = lazyPart(async () => (await import('./copies.tsx')).Copies)
const ComposerTools = lazyPart(async () => (await import('./tools/tools.tsx')).ComposerTools)
const NewerNotice = lazyPart(async () => (await import('./newer-notice.tsx')).NewerNotice)

const TYPING_STOPS_MS = 4000

/** Focuses the composer in a mode; `insert` appends text to the reply draft, `restore` takes a message back into it. */
export type ComposerHandle = {
  open: (mode: Mode) => void
  insert: (reply: string, macro?: ChosenMacro) => void
  restore: (undone: Outgoing) => void
}

type ComposerProps = {
  ticket: TicketView
  isBlocked: boolean
  messages: readonly MessageView[]
  sending: ReturnType<typeof useOutgoing>
  onTyping: (isTyping: boolean) => void
  onLeave: () => void
  handle: RefObject<ComposerHandle | null>
}

/** Composer for a reply to the customer or an internal note; shows where a reply is delivered. */
export function Composer({ ticket, isBlocked, messages, sending, onTyping, onLeave, handle }: ComposerProps) {
  const { user } = useMember()
  const [draft, change] = useDraft(ticket.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const { mode } = draft
  const content = draft[mode]
  const seq = messages.at(-1)?.seq ?? 0
  const write = (of: Mode, by: (before: DraftText) => Partial<DraftText>) =>
    change((before) => withText(before, of, by(before[of]), seq))
  const uploads = useReplyUploads(content.files.length, (file) =>
    write(mode, ({ files }) => ({ files: [...files, file] })),
  )
  const copies = useCopies(ticket.id, mode, content.cc)
  const typing = useTypingReports(onTyping)
  /** Set by sending while there is a message that the member may not have seen. */
  const [isAsking, setAsking] = useState(false)
  const setMode = (next: Mode) => {
    change((before) => ({ ...before, mode: next }))
    if (next === 'note') typing.stop()
  }
  // Focuses within the key's own event: what is typed right after a shortcut must not run further shortcuts.
  const open = (next: Mode) => {
    flushSync(() => setMode(next))
    field.current?.focus()
  }
  const insert = (reply: string, chosen?: ChosenMacro) => {
    write('reply', ({ body, macro }) => ({
      body: [body.trim(), reply].filter(Boolean).join('\n\n'),
      macro: chosen ?? macro,
    }))
    setMode('reply')
    // The panel that contained the suggestion returns the focus when it closes; the field is focused afterwards.
    requestAnimationFrame(() => field.current?.focus())
  }
  const restore = ({ body, original, files, macro, cc, cursor }: Outgoing) => {
    write('reply', (now) => ({
      body: [body, now.body].filter(Boolean).join('\n\n'),
      files: [...files, ...now.files],
      original: original ?? now.original,
      macro: macro ?? now.macro,
      cc: cc ?? now.cc,
    }))
    open('reply')
    field.current?.setSelectionRange(cursor, cursor)
  }
  useEffect(() => {
    handle.current = { open, insert, restore }
  })
  const leaveNoteMode = useEffectEvent(() => {
    const isWriting = draft.note.body !== '' || draft.note.files.length > 0 || document.activeElement === field.current
    if (mode === 'note' && !isWriting) change((before) => ({ ...before, mode: 'reply' }))
  })
  // The next text after a note and Resolve is most often for the customer.
  useEffect(() => {
    if (isFinished(ticket.status)) leaveNoteMode()
  }, [ticket.status])
  const isBusy = uploads.coming.length > 0
  const unfilled = mode === 'reply' ? unfilledVariables(content.body) : []
  const hasContent = content.body.trim() !== '' || content.files.length > 0 || content.macro !== undefined
  const canSend = !isBusy && hasContent && unfilled.length === 0 && !copies.isPending
  const newer = messages.filter(
    (one) =>
      one.seq > (content.since ?? seq) &&
      one.author !== 'system' &&
      (one.author !== 'member' || one.authorName !== user.name),
  )
  const send = () => {
    setAsking(false)
    if (!canSend) return
    sending.send({
      id: newId<MessageId>(),
      body: content.body.trim(),
      visibility: mode === 'note' ? 'note' : 'public',
      files: content.files,
      original: content.original,
      macro: content.macro,
      cc: copies.isReading ? content.cc : copies.cc,
      cursor: field.current?.selectionEnd ?? content.body.length,
    })
    change((before) => withoutText(before, mode))
    typing.stop()
    field.current?.focus()
  }
  const submit = () => (canSend && newer.length > 0 && mode === 'reply' ? setAsking(true) : send())
  return (
    <DropArea mode={mode} onFiles={uploads.add}>
      <DraftSync
        ticketId={ticket.id}
        draft={draft}
        outgoing={sending.outgoing}
        onText={(of, text) => write(of, () => ({ original: undefined, ...text }))}
      />
      <ModeTabs mode={mode} onMode={open} />
      <ComposerTools
        ticket={ticket}
        mode={mode}
        body={content.body}
        original={content.original}
        field={field}
        onText={(body, original) =>
          write(mode, (now) => ({ body, original: original === null ? undefined : (now.original ?? original) }))
        }
      />
      {isAsking && newer.length > 0 && (
        <NewerNotice
          messages={newer}
          customerName={ticket.customerName}
          onSend={send}
          onRead={() => {
            setAsking(false)
            write(mode, () => ({ since: seq }))
          }}
          onClose={() => {
            setAsking(false)
            field.current?.focus()
          }}
        />
      )}
      <ComposerField
        field={field}
        ticket={ticket}
        mode={mode}
        body={content.body}
        onBody={(body, macro) => {
          write(mode, () => ({ body, ...(macro && macro.does.length > 0 ? { macro } : {}) }))
          if (mode === 'reply' && body !== '') typing.typed()
        }}
        onFiles={uploads.add}
        onSubmit={submit}
        onLeave={onLeave}
      />
      {content.files.length + uploads.coming.length > 0 && (
        <FileChips
          files={content.files}
          coming={uploads.coming}
          onRemove={(file) => write(mode, ({ files }) => ({ files: files.filter((other) => other.id !== file.id) }))}
        />
      )}
      {content.macro && (
        <ChosenMacroLine macro={content.macro} onRemove={() => write(mode, () => ({ macro: undefined }))} />
      )}
      {copies.isMailed && <Copies copies={copies} onChange={(cc) => write('reply', () => ({ cc }))} />}
      {unfilled.length > 0 && <Problem text={m.composer_unfilled({ variables: unfilled.join(', ') })} />}
      {uploads.error && <Problem text={uploads.error} />}
      <div className={styles.foot}>
        <Attach onFiles={uploads.add} />
        <Destination ticket={ticket} isBlocked={isBlocked} mode={mode} copies={copies.cc} />
        <Tooltip label={m.ticket_send_keys({ key: modKey() })}>
          <Button
            variant="filled"
            size="sm"
            disabled={!canSend}
            onClick={submit}
            leftSection={mode === 'note' ? <IconLock size={15} stroke={1.75} /> : <IconSend2 size={15} stroke={1.75} />}
          >
            {mode === 'note' ? m.ticket_add_note() : m.ticket_send()}
          </Button>
        </Tooltip>
      </div>
    </DropArea>
  )
}

const Problem = ({ text }: { text: string }) => (
  <p className={styles.error} role="alert">
    {text}
  </p>
)

type TakesFiles = { onFiles: (files: Iterable<File>) => void }

function DropArea({ mode, onFiles, children }: TakesFiles & { mode: Mode; children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  return (
    <section
      className={styles.composer}
      data-mode={mode}
      data-over={isOver || undefined}
      aria-label={m.ticket_composer()}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(event.dataTransfer.files)
      }}
    >
      {children}
    </section>
  )
}

function Attach({ onFiles }: TakesFiles) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
      <Tooltip label={m.ticket_attach()}>
        <ActionIcon aria-label={m.ticket_attach()} onClick={() => picker.current?.click()}>
          <IconPaperclip size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

/** Reports that the member types, and that they stopped some seconds after the last key. */
function useTypingReports(onTyping: (isTyping: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const stop = () => {
    clearTimeout(timer.current)
    onTyping(false)
  }
  const leave = useEffectEvent(() => clearTimeout(timer.current))
  useEffect(() => () => leave(), [])
  return {
    typed: () => {
      onTyping(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => onTyping(false), TYPING_STOPS_MS)
    },
    stop,
  }
}
