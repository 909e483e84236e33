import { Textarea } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import styles from './composer.module.css'
import type { Mode } from './draft.ts'
import type { ChosenMacro, PickerKeys } from './macros/picker.tsx'

const MacroPicker = lazyPart(async () => (await import('./macros/picker.tsx')).MacroPicker)
const MentionPicker = lazyPart(async () => (await import('./mentions/picker.tsx')).MentionPicker)

/** What is typed after a sign that begins a word: `/` a macro, `@` in a note a mention. Null where neither does. */
function picking(before: string, mode: Mode): Picking | null {
  const found = /(?:^|\s)([/@])([^\n/@]{0,40})$/.exec(before)
  if (!found || (found[1] === '@' && mode === 'reply')) return null
  return { sign: found[1] as '/' | '@', query: found[2] ?? '' }
}
type Picking = { sign: '/' | '@'; query: string }

/** The contract's limit of a message's length. */
const MAX_LENGTH = 8000

type FieldProps = {
  field: RefObject<HTMLTextAreaElement | null>
  ticket: TicketView
  mode: Mode
  body: string
  onBody: (body: string, macro?: ChosenMacro) => void
  onFiles: (files: FileList) => void
  onSubmit: () => void
  onLeave: () => void
}

/** The text of a reply or note, with macros by `/` and mentions by `@` above it. */
export function ComposerField({ field, ticket, mode, body, onBody, onFiles, onSubmit, onLeave }: FieldProps) {
  const [picked, setPicked] = useState<Picking | null>(null)
  const keys = useRef<PickerKeys>(null)
  const close = () => setPicked(null)
  /** Puts a text in the place of the sign and what is typed after it. */
  const insert = (text: string, macro?: ChosenMacro) => {
    const end = field.current?.selectionEnd ?? body.length
    const begin = end - (picked?.query.length ?? 0) - 1
    close()
    onBody(body.slice(0, begin) + text + body.slice(end), macro)
    requestAnimationFrame(() => field.current?.setSelectionRange(begin + text.length, begin + text.length))
  }
  const Picker = picked?.sign === '@' ? MentionPicker : MacroPicker
  return (
    <>
      {picked && <Picker ticket={ticket} query={picked.query} keys={keys} onChoose={insert} onClose={close} />}
      <Textarea
        ref={field}
        className={styles.field ?? ''}
        classNames={{ input: styles.input ?? '' }}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_LENGTH}
        value={body}
        aria-label={mode === 'note' ? m.ticket_note() : m.ticket_reply()}
        aria-describedby={`to-${ticket.id}`}
        placeholder={
          mode === 'note' ? m.ticket_note_placeholder() : m.ticket_reply_placeholder({ name: ticket.customerName })
        }
        onChange={({ currentTarget: { value, selectionEnd } }) => {
          onBody(value)
          setPicked(picking(value.slice(0, selectionEnd), mode))
        }}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return
          event.preventDefault()
          onFiles(event.clipboardData.files)
        }}
        onKeyDown={(event) => {
          if (picked && keys.current?.(event)) {
            event.preventDefault()
            event.stopPropagation()
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            onSubmit()
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            onLeave()
          }
        }}
      />
    </>
  )
}
