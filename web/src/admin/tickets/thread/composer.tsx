import { ActionIcon, Button, Textarea, Tooltip } from '@mantine/core'
import { IconLock, IconPaperclip, IconSend2 } from '@tabler/icons-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MessageId } from '#contracts/ids.ts'
import { unfilledVariables } from '#contracts/ticket/template.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { modKey } from '#web/admin/mod-key.ts'
import { isFinished } from '#web/admin/tickets/filter.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { newId } from '#web/lib/call.ts'
import styles from './composer.module.css'
import { type Draft, type Mode, useDraft, withoutText, withText } from './draft.ts'
import { FileChips } from './files.tsx'
import type { ChosenMacro, PickerKeys } from './macros/picker.tsx'
import type { useOutgoing } from './outgoing-messages.ts'
import { replyDestination } from './reply-destination.ts'
import { useReplyUploads } from './use-reply-uploads.ts'

const MacroPicker = lazyPart(async () => (await import('./macros/picker.tsx')).MacroPicker)
const ChosenMacroLine = lazyPart(async () => (await import('./macros/chosen.tsx')).ChosenMacroLine)
const DraftSync = lazyPart(async () => (await import('./draft-sync.tsx')).DraftSync)

/** What is typed after a `/` that begins a word; null where none does. */
const afterSlash = (before: string): string | null => /(?:^|\s)\/([^\n/]{0,40})$/.exec(before)?.[1] ?? null

/** The contract's limit of a message's length. */
const MAX_LENGTH = 8000
const TYPING_STOPS_MS = 4000

/** Focuses the composer in a mode; `insert` appends text to the reply draft. */
export type ComposerHandle = { open: (mode: Mode) => void; insert: (reply: string) => void }

type ComposerProps = {
  ticket: TicketView
  send: ReturnType<typeof useOutgoing>['send']
  onTyping: (isTyping: boolean) => void
  onLeave: () => void
  handle: RefObject<ComposerHandle | null>
}

/** Composer for a reply to the customer or an internal note; shows where a reply is delivered. */
export function Composer({ ticket, send, onTyping, onLeave, handle }: ComposerProps) {
  const [draft, change] = useDraft(ticket.id)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { mode } = draft
  const content = draft[mode]
  const uploads = useReplyUploads(content.files.length, (file) =>
    change((before) => withText(before, mode, { files: [...before[mode].files, file] })),
  )
  const typing = useTypingReports(onTyping)
  const [slash, setSlash] = useState<string | null>(null)
  const pickerKeys = useRef<PickerKeys>(null)
  const choose = ({ body: text, ...macro }: ChosenMacro) => {
    const end = field.current?.selectionEnd ?? content.body.length
    const body = content.body.slice(0, end - (slash?.length ?? 0) - 1) + text + content.body.slice(end)
    setSlash(null)
    change((before) =>
      withText(before, mode, { body, ...(macro.does.length > 0 ? { macro: { ...macro, body: text } } : {}) }),
    )
  }
  const setMode = (next: Mode) => {
    change((before) => ({ ...before, mode: next }))
    if (next === 'note') typing.stop()
  }
  // Focuses within the key's own event: what is typed right after a shortcut must not run further shortcuts.
  const open = (next: Mode) => {
    flushSync(() => setMode(next))
    field.current?.focus()
  }
  const insert = (reply: string) => {
    change((before) =>
      withText(before, 'reply', { body: [before.reply.body.trim(), reply].filter(Boolean).join('\n\n') }),
    )
    setMode('reply')
    // The panel that contained the suggestion returns the focus when it closes; the field is focused afterwards.
    requestAnimationFrame(() => field.current?.focus())
  }
  useEffect(() => {
    handle.current = { open, insert }
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
  const canSend = !isBusy && hasContent && unfilled.length === 0
  const submit = () => {
    if (!canSend) return
    const visibility = mode === 'note' ? 'note' : 'public'
    send({
      id: newId<MessageId>(),
      body: content.body.trim(),
      visibility,
      files: content.files,
      macroId: content.macro?.id,
    })
    change((before) => withoutText(before, mode))
    typing.stop()
    field.current?.focus()
  }
  const destination = mode === 'note' ? m.ticket_note_stays() : replyDestination(ticket)
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
        uploads.add(event.dataTransfer.files)
      }}
    >
      <DraftSync
        ticketId={ticket.id}
        draft={draft}
        onText={(of, text) => change((before) => withText(before, of, text))}
      />
      <ModeTabs mode={mode} onMode={open} />
      {slash !== null && (
        <MacroPicker ticket={ticket} query={slash} keys={pickerKeys} onChoose={choose} onClose={() => setSlash(null)} />
      )}
      <Textarea
        ref={field}
        className={styles.field ?? ''}
        classNames={{ input: styles.input ?? '' }}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_LENGTH}
        value={content.body}
        aria-label={mode === 'note' ? m.ticket_note() : m.ticket_reply()}
        aria-describedby={`to-${ticket.id}`}
        placeholder={
          mode === 'note' ? m.ticket_note_placeholder() : m.ticket_reply_placeholder({ name: ticket.customerName })
        }
        onChange={(event) => {
          const body = event.currentTarget.value
          change((before) => withText(before, mode, { body }))
          setSlash(afterSlash(body.slice(0, event.currentTarget.selectionEnd)))
          if (mode === 'reply' && body !== '') typing.typed()
        }}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return
          event.preventDefault()
          uploads.add(event.clipboardData.files)
        }}
        onKeyDown={(event) => {
          if (slash !== null && pickerKeys.current?.(event)) {
            event.preventDefault()
            event.stopPropagation()
            return
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            submit()
          }
          if (event.key === 'Escape') {
            event.stopPropagation()
            onLeave()
          }
        }}
      />
      <FileChips
        files={content.files}
        coming={uploads.coming}
        onRemove={(file) =>
          change((before) =>
            withText(before, mode, { files: before[mode].files.filter((other) => other.id !== file.id) }),
          )
        }
      />
      {content.macro && (
        <ChosenMacroLine
          macro={content.macro}
          onRemove={() =>
            change(({ [mode]: { macro: _, ...text }, ...before }) => ({ ...before, [mode]: text }) as Draft)
          }
        />
      )}
      {unfilled.length > 0 && (
        <p className={styles.error} role="alert">
          {m.composer_unfilled({ variables: unfilled.join(', ') })}
        </p>
      )}
      {uploads.error && (
        <p className={styles.error} role="alert">
          {uploads.error}
        </p>
      )}
      <div className={styles.foot}>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            uploads.add(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
          }}
        />
        <Tooltip label={m.ticket_attach()}>
          <ActionIcon aria-label={m.ticket_attach()} onClick={() => picker.current?.click()}>
            <IconPaperclip size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <p className={styles.destination} id={`to-${ticket.id}`} title={destination}>
          {destination}
        </p>
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
    </section>
  )
}

function ModeTabs({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const tabs: [Mode, string][] = [
    ['reply', m.ticket_tab_reply()],
    ['note', m.ticket_tab_note()],
  ]
  return (
    <div className={styles.tabs} role="tablist" aria-label={m.ticket_composer()}>
      {tabs.map(([value, label]) => (
        <button
          key={value}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={value === mode}
          tabIndex={value === mode ? 0 : -1}
          onClick={() => onMode(value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
            event.preventDefault()
            onMode(mode === 'reply' ? 'note' : 'reply')
          }}
        >
          {label}
        </button>
      ))}
    </div>
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
