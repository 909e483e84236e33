import { IconMessage } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import type { MessageView } from '#contracts/conversation/message.ts'
import * as m from '#i18n/messages.js'
import styles from './newer-notice.module.css'

type NoticeProps = {
  /** What others wrote since the text was begun; not empty. */
  messages: readonly MessageView[]
  customerName: string
  onSend: () => void
  onRead: () => void
  onClose: () => void
}

/** Asks before a reply is sent that was begun before a newer message. The first answer has the focus. */
export function NewerNotice({ messages, customerName, onSend, onRead, onClose }: NoticeProps) {
  const first = useRef<HTMLButtonElement>(null)
  const title = useId()
  useEffect(() => first.current?.focus(), [])
  // What the customer wrote counts more than what a colleague did.
  const shown = messages.findLast(({ author }) => author === 'customer') ?? messages.at(-1)
  if (!shown) return null
  const name = shown.authorName ?? (shown.author === 'customer' ? customerName : m.ticket_assistant())
  const line = shown.body.trim().split('\n')[0] || shown.attachments.map((file) => file.name).join(', ')
  const read = () => {
    onRead()
    const element = document.getElementById(shown.id)
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }
  return (
    <div
      className={styles.notice}
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={`${title}-text`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <IconMessage size={16} stroke={1.75} aria-hidden="true" />
      <div className={styles.text}>
        <p id={title} className={styles.title}>
          {m.composer_newer()}
        </p>
        <p id={`${title}-text`} className={styles.line}>
          {name}: {line}
        </p>
      </div>
      <div className={styles.answers}>
        <button ref={first} type="button" className={styles.answer} onClick={read}>
          {m.composer_newer_read()}
        </button>
        <button type="button" className={styles.answer} onClick={onSend}>
          {m.composer_newer_send()}
        </button>
      </div>
    </div>
  )
}
