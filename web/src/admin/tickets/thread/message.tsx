import { Popover, Tooltip } from '@mantine/core'
import {
  IconFileText,
  IconHelpCircle,
  IconLock,
  IconNotebook,
  IconSparkles,
  IconThumbDown,
  IconThumbUp,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { MessageView, Source } from '#contracts/conversation/message.ts'
import * as m from '#i18n/messages.js'
import { lazyDialog, lazyPart } from '#web/kit/lazy-part.tsx'
import { RichText } from '#web/kit/markdown/rich-text.tsx'
import { Avatar } from '#web/kit/surface.tsx'
import { classes } from '#web/lib/classes.ts'
import { formatClock, formatExact } from '#web/lib/format.ts'
import { Attachments } from './files.tsx'
import styles from './message.module.css'

/** Loaded when it is first opened. */
const AnswerExplanation = lazyDialog(async () => (await import('./answer-explanation.tsx')).AnswerExplanation)

const NoteText = lazyPart(async () => (await import('./mentions/note-text.tsx')).NoteText)

type Side = 'customer' | 'member' | 'assistant' | 'note'

function sideOf(message: MessageView): Side {
  if (message.visibility === 'note') return 'note'
  return message.author === 'system' ? 'assistant' : message.author
}

type MessageProps = { message: MessageView; isFirst: boolean; customerName: string; isSeen: boolean }

/** One message: the customer's on the left, members' on the right, the assistant's with its icon, notes on amber. */
export function Message({ message, isFirst, customerName, isSeen }: MessageProps) {
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
        {isFirst && <Author side={side} name={name} at={message.createdAt} />}
        <div className={styles.bubble} title={formatExact(message.createdAt)}>
          <Body message={message} isPlain={side === 'customer'} />
          <Attachments files={message.attachments} />
        </div>
        <Foot message={message} isSeen={isSeen} />
      </div>
    </article>
  )
}

function Author({ side, name, at }: { side: Side; name: string; at: string }) {
  return (
    <header className={styles.author}>
      {side === 'assistant' && <IconSparkles size={14} stroke={1.5} aria-hidden="true" />}
      {side === 'note' && <IconLock className={styles.noteMark} size={14} stroke={1.5} aria-hidden="true" />}
      <span className={styles.name}>{name}</span>
      {side === 'note' && <span>{m.ticket_note_label()}</span>}
      <time dateTime={at}>{formatClock(at)}</time>
    </header>
  )
}

function Body({ message, isPlain }: { message: MessageView; isPlain: boolean }) {
  if (message.state === 'streaming' && message.body === '') {
    return (
      <span className={styles.growing} role="status">
        {m.ticket_ai_writes()}
      </span>
    )
  }
  if (message.body === '') return null
  if (isPlain) return <p className={styles.plain}>{message.body}</p>
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

function Foot({ message, isSeen }: { message: MessageView; isSeen: boolean }) {
  const [isAsked, setAsked] = useState(false)
  const isAnswer = message.author === 'assistant' && message.confidence !== null
  const parts: ReactNode[] = []
  if (message.state === 'interrupted') parts.push(<span key="cut">{m.ticket_interrupted()}</span>)
  if (isAnswer) parts.push(<Confidence key="sure" value={message.confidence ?? 0} />)
  if (isAnswer)
    parts.push(
      <button key="why" type="button" className={styles.why} onClick={() => setAsked(true)}>
        {m.quality_why()}
      </button>,
    )
  if (message.helpful !== null) parts.push(<Verdict key="verdict" isHelpful={message.helpful} />)
  if (isSeen) parts.push(<span key="seen">{m.ticket_seen()}</span>)
  if (parts.length === 0 && message.sources.length === 0) return null
  return (
    <footer className={styles.foot}>
      {message.sources.map((source) => (
        <SourceChip key={`${source.kind}${source.id}${source.passage}`} source={source} />
      ))}
      {parts}
      {isAsked && <AnswerExplanation messageId={message.id} onClose={() => setAsked(false)} />}
    </footer>
  )
}

function Confidence({ value }: { value: number }) {
  const percent = Math.round(value * 100)
  return (
    <Tooltip label={m.ticket_confidence_help()} multiline w={240}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation opens on focus too */}
      <span tabIndex={0} className={styles.confidence}>
        {m.ticket_confidence({ percent })}
      </span>
    </Tooltip>
  )
}

/** The customer's rating of the answer. */
function Verdict({ isHelpful }: { isHelpful: boolean }) {
  const Icon = isHelpful ? IconThumbUp : IconThumbDown
  return (
    <span className={styles.verdict} data-helpful={isHelpful}>
      <Icon size={13} stroke={1.75} aria-hidden="true" />
      {isHelpful ? m.ticket_rated_helpful() : m.ticket_rated_unhelpful()}
    </span>
  )
}

const kinds = {
  faq: { Icon: IconHelpCircle, label: m.ticket_source_faq },
  article: { Icon: IconNotebook, label: m.ticket_source_article },
  document: { Icon: IconFileText, label: m.ticket_source_document },
}

/** A source of an answer; opens the passage. */
export function SourceChip({ source }: { source: Source }) {
  const { Icon, label } = kinds[source.kind]
  const page = source.page ? m.document_page({ page: source.page }) : null
  return (
    <Popover width={340} position="top-end" withinPortal trapFocus>
      <Popover.Target>
        <button type="button" className={styles.source}>
          <Icon size={13} stroke={1.5} aria-hidden="true" />
          <span className="visually-hidden">{m.ticket_source()}: </span>
          <span className={styles.sourceTitle}>{[source.title, page].filter(Boolean).join(', ')}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={source.title}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a passage that scrolls must be reachable by keyboard */}
        <div className={styles.passage} tabIndex={0}>
          <p className={styles.passageKind}>{[label(), page, source.heading].filter(Boolean).join(' · ')}</p>
          <p className={styles.passageTitle}>{source.title}</p>
          <p className={styles.plain}>{source.passage}</p>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
