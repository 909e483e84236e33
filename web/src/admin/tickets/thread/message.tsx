import { IconLock, IconSparkles } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { RichText } from '#web/kit/markdown/rich-text.tsx'
import { Avatar } from '#web/kit/surface.tsx'
import { classes } from '#web/lib/classes.ts'
import { formatClock, formatExact } from '#web/lib/format.ts'
import styles from './message.module.css'

const Attachments = lazyPart(async () => (await import('./files.tsx')).Attachments)
const Foot = lazyPart(async () => (await import('./message-foot.tsx')).MessageFoot)
const untranslated = ({ message, render }: { message: MessageView; render: (body: string) => ReactNode }) =>
  render(message.body)
const Translated = lazyPart(async () => (await import('./translation/translated.tsx')).Translated, {
  waiting: untranslated,
  failed: untranslated,
})
const NoteText = lazyPart(async () => (await import('./mentions/note-text.tsx')).NoteText)

type Side = 'customer' | 'member' | 'assistant' | 'note'

function sideOf(message: MessageView): Side {
  if (message.visibility === 'note') return 'note'
  return message.author === 'system' ? 'assistant' : message.author
}

type MessageProps = {
  ticketId: TicketId
  message: MessageView
  isFirst: boolean
  customerName: string
  /** The number of the ticket it was written in, where that was merged into this one. */
  from: number | undefined
  isSeen: boolean
}

/** One message: the customer's on the left, members' on the right, the assistant's with its icon, notes on amber. */
export function Message(props: MessageProps) {
  const { message, isFirst, customerName, from } = props
  const side = sideOf(message)
  const name =
    side === 'assistant'
      ? message.authorName
        ? m.ticket_assistant_named({ name: message.authorName })
        : m.ticket_assistant()
      : (message.authorName ?? (side === 'customer' ? customerName : m.ticket_team()))
  return (
    <article
      id={message.id}
      tabIndex={-1}
      className={classes(styles.message, styles[side], isFirst && styles.first)}
      aria-label={name}
    >
      {side === 'customer' && <span className={styles.face}>{isFirst && <Avatar name={name} size={28} />}</span>}
      <div className={styles.column}>
        {isFirst && <Author side={side} name={name} from={from} at={message.createdAt} />}
        <div className={styles.bubble} title={formatExact(message.createdAt)}>
          <Translated {...props} render={(body) => <Body message={{ ...message, body }} />} />
          {message.attachments.length > 0 && <Attachments files={message.attachments} />}
        </div>
        {hasFoot(props) && <Foot {...props} />}
      </div>
    </article>
  )
}

function Author({ side, name, from, at }: { side: Side; name: string; from: number | undefined; at: string }) {
  return (
    <header className={styles.author}>
      {side === 'assistant' && <IconSparkles size={14} stroke={1.5} aria-hidden="true" />}
      {side === 'note' && <IconLock size={14} stroke={1.5} aria-hidden="true" className={styles.noteMark} />}
      <span className={styles.name}>{name}</span>
      {side === 'note' && <span>{m.ticket_note_label()}</span>}
      {from && <span>#{from}</span>}
      <time dateTime={at}>{formatClock(at)}</time>
    </header>
  )
}

function Body({ message }: { message: MessageView }) {
  if (message.state === 'streaming' && message.body === '') {
    return (
      <span className={styles.growing} role="status">
        {m.ticket_ai_writes()}
      </span>
    )
  }
  if (message.body === '') return null
  if (message.author === 'customer') return <p className={styles.plain}>{message.body}</p>
  return (
    <div className={classes(message.state === 'streaming' && styles.cursor)}>
      {message.visibility === 'note' && message.body.includes('@') ? (
        <NoteText text={message.body} />
      ) : (
        <RichText text={message.body} homeUrl={location.origin} />
      )}
    </div>
  )
}

const hasFoot = ({ message, isSeen }: MessageProps): boolean =>
  isSeen ||
  !!message.mailId ||
  !!message.cc ||
  message.helpful !== null ||
  message.sources.length > 0 ||
  message.state === 'interrupted' ||
  (message.author === 'assistant' && message.confidence !== null)
