import { Popover, Tooltip } from '@mantine/core'
import { IconFileText, IconHelpCircle, IconNotebook, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { MessageView, Source } from '#contracts/conversation/message.ts'
import type { TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { lazyDialog, lazyPart } from '#web/kit/lazy-part.tsx'
import { placesOf } from '#web/lib/pictures-in-text.ts'
import styles from './message.module.css'

/** Loaded when it is first opened. */
const AnswerExplanation = lazyDialog(async () => (await import('./answer-explanation.tsx')).AnswerExplanation)

const MailParts = lazyPart(async () => (await import('./mail-parts.tsx')).MailParts)

/** What stands under a message: its sources, how sure the assistant was, its rating, whether the customer has seen it. */
export function MessageFoot({
  ticketId,
  message,
  isSeen,
}: {
  ticketId: TicketId
  message: MessageView
  isSeen: boolean
}) {
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
  return (
    <footer className={styles.foot}>
      {message.sources.map((source) => (
        <SourceChip key={`${source.kind}${source.id}${source.passage}`} source={source} />
      ))}
      {message.mailId && <MailParts ticketId={ticketId} mailId={message.mailId} pictures={placesOf(message).folded} />}
      {message.cc && <span>{m.ticket_mail_cc({ people: message.cc.join(', ') })}</span>}
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
