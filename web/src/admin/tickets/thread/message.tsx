import { IconLock, IconSparkles } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { RichText } from '#web/kit/markdown/rich-text.tsx'
import { Avatar } from '#web/kit/surface.tsx'
import { classes } from '#web/lib/classes.ts'
import { formatClock, formatExact } from '#web/lib/format.ts'
import { isIn, placesOf } from '#web/lib/pictures-in-text.ts'
import styles from './message.module.css'
import type { TextWithPicturesProps } from './text-with-pictures.tsx'

const Attachments = lazyPart(async () => (await import('./files.tsx')).Attachments)
const withoutPictures = ({ className, text }: TextWithPicturesProps) => <div className={className}>{text}</div>
const TextWithPictures = lazyPart(async () => (await import('./text-with-pictures.tsx')).TextWithPictures, {
  waiting: withoutPictures,
  failed: withoutPictures,
})
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
  /** The pictures in its text that an earlier message shows too. */
  repeated: ReadonlySet<string>
}

/** One message: the customer's on the left, members' on the right, the assistant's with its icon, notes on amber. */
export function Message(props: MessageProps) {
  const { message, isFirst, customerName, from, repeated } = props
  const { inText, below } = placesOf(message)
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
          <Translated
            {...props}
            render={(body) => <Body message={{ ...message, body }} pictures={inText} repeated={repeated} />}
          />
          {below.length > 0 && <Attachments files={below} />}
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

type BodyProps = { message: MessageView; pictures: readonly FileView[]; repeated: ReadonlySet<string> }

function Body({ message, pictures, repeated }: BodyProps) {
  if (message.state === 'streaming' && message.body === '') {
    return (
      <span className={styles.growing} role="status">
        {m.ticket_ai_writes()}
      </span>
    )
  }
  if (message.body === '') return null
  if (pictures.length > 0) return <BodyWithPictures text={message.body} pictures={pictures} repeated={repeated} />
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

/** A translation may have lost the place of a picture, which is below it then. */
function BodyWithPictures({ text, pictures, repeated }: { text: string } & Omit<BodyProps, 'message'>) {
  const lost = pictures.filter((file) => !isIn(text, file))
  return (
    <>
      <TextWithPictures className={styles.plain} text={text} files={pictures} repeated={repeated} />
      {lost.length > 0 && <Attachments files={lost} />}
    </>
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
