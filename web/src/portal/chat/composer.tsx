import { IconArrowUp, IconPaperclip } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import { classes } from '#web/lib/classes.ts'
import type { Chat } from './chat.ts'
import type { ChatState } from './chat-store.ts'
import styles from './composer.module.css'
import { readDraft, storeDraft } from './draft.ts'
import { UploadChips } from './upload-chips.tsx'
import { useChatUploads } from './use-chat-uploads.ts'

/** The contract's limit for one message. */
const MAX_LENGTH = 8000

/** The message composer: Enter sends, Shift+Enter breaks the line. While an answer is pending more can be sent: it gets one answer together. */
export function Composer({ slug, chat, state }: { slug: string; chat: Chat; state: ChatState }) {
  const [text, setText] = useState(() => readDraft(slug))
  const [isOver, setOver] = useState(false)
  const uploads = useChatUploads(slug)
  const picker = useRef<HTMLInputElement>(null)
  const attach = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const isTooLong = text.trim().length > MAX_LENGTH
  const hasContent = text.trim() !== '' || uploads.ready.length > 0
  const canSend = hasContent && !isTooLong && !uploads.isBusy && state.phase === 'ready'
  const write = (next: string) => {
    setText(next)
    storeDraft(slug, next)
  }
  const send = () => {
    if (!canSend || !chat.send(text, uploads.ready)) return
    write('')
    uploads.clear()
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    // An Enter that only ends a composed character (Japanese, Chinese) sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    uploads.add(event.clipboardData.files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    uploads.add(event.dataTransfer.files)
  }
  const problem = isTooLong ? m.chat_too_long({ count: MAX_LENGTH }) : uploads.error
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes(styles.field, isOver && styles.over)}>
        <UploadChips uploads={uploads} focusAfter={attach} />
        <div className={styles.line}>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              uploads.add(event.target.files ?? [])
              event.target.value = ''
            }}
          />
          <IconButton ref={attach} label={m.chat_attach()} onClick={() => picker.current?.click()}>
            <IconPaperclip size={20} stroke={1.5} />
          </IconButton>
          <textarea
            ref={field}
            className={styles.text}
            rows={1}
            aria-label={m.chat_message()}
            aria-describedby={problem ? `${id}-problem` : undefined}
            aria-invalid={isTooLong || undefined}
            placeholder={isOver ? m.chat_drop() : m.chat_placeholder()}
            enterKeyHint="send"
            value={text}
            onChange={(event) => {
              write(event.target.value)
              chat.typed()
            }}
            onKeyDown={press}
            onPaste={paste}
          />
          <button
            type="submit"
            className={styles.send}
            aria-label={m.chat_send()}
            title={m.chat_send()}
            aria-disabled={!canSend}
          >
            <IconArrowUp size={20} stroke={2} />
          </button>
        </div>
      </div>
    </form>
  )
}
