import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import type { MessageView, Source } from '#contracts/conversation/message.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { RichText } from '#web/kit/markdown/rich-text.tsx'
import { Avatar, Chip } from '#web/kit/surface.tsx'
import { classes } from '#web/lib/classes.ts'
import { formatClock, formatExact } from '#web/lib/format.ts'
import { placesOf } from '#web/lib/pictures-in-text.ts'
import { AnswerRating } from './answer-rating.tsx'
import styles from './bubble.module.css'
import { ChatAttachments, TextWithPictures } from './files.tsx'
import { Sources, titleOf } from './sources.tsx'
import type { ForeignReply } from './use-foreign-replies.ts'

const TranslationNote = lazyPart(async () => (await import('./translation-note.tsx')).TranslationNote, {
  failed: () => null,
})

type Props = {
  portal: PortalView
  message: MessageView
  /** First message of a group: shows the author. */
  isFirst: boolean
  /** The pictures in its text that an earlier message shows too. */
  repeated: ReadonlySet<string>
  /** Of a reply in another language than the page: how it is translated. */
  foreign?: ForeignReply | undefined
  /** "Sent" or "Seen", under the customer's last message. */
  mark: string | null
  /** Sends a suggested question. Without it they stand where they were shown, but cannot be pressed: an answer is coming, or a person answers. */
  onSuggestion?: (text: string) => void
  /** Asks again the question whose answer was interrupted. */
  onAskAgain?: () => void
  /** Asks for a person instead of an interrupted answer. */
  onPerson?: () => void
  /** Rates an answer; without it there are no thumbs. */
  onRate?: (message: MessageView, helpful: boolean | null) => void
}

/** A message of a person or the assistant. */
export function Bubble(props: Props) {
  const { portal, message, isFirst, repeated, foreign, mark, onSuggestion, onAskAgain, onPerson, onRate } = props
  const isOwn = message.author === 'customer'
  // What is folded of a mail, earlier mails and the signature, is not shown here, and neither are its pictures.
  const { inText, below } = placesOf(message)
  const name = nameOf(message)
  const [open, setOpen] = useState<Source | null>(null)
  const [isOriginal, setOriginal] = useState(false)
  const [isTranslated, setTranslated] = useState(false)
  const translated = (isTranslated && foreign?.body) || null
  const body = (isOriginal && message.original) || (translated ?? message.body)
  const isCited = message.state !== 'streaming' && /\[\d+\]/.test(message.body)
  const citations = isCited
    ? {
        names: message.sources.map((source) => m.chat_source_open({ title: titleOf(source) })),
        onOpen: (index: number) => setOpen(message.sources[index] ?? null),
      }
    : undefined
  const isEmpty = message.body === '' && message.attachments.length === 0
  // An answer without text yet is shown by "typing".
  if (isEmpty && message.state === 'streaming') return null
  return (
    <article
      className={classes(styles.turn, isOwn ? styles.own : styles.other, isFirst && styles.first)}
      aria-busy={message.state === 'streaming' || undefined}
      data-author={message.author}
    >
      {!isOwn && <span className={styles.side}>{isFirst && <Face message={message} />}</span>}
      <div className={styles.column}>
        {isFirst && !isOwn ? (
          <Byline name={name} at={message.createdAt} />
        ) : (
          <span className="visually-hidden">{name}</span>
        )}
        {message.body && (
          <div
            className={styles.bubble}
            title={formatExact(message.createdAt)}
            lang={foreign && translated === null ? foreign.from : undefined}
          >
            {isOwn ? (
              <p className={styles.plain}>
                <TextWithPictures slug={portal.slug} text={message.body} files={inText} repeated={repeated} />
              </p>
            ) : (
              <RichText text={body} homeUrl={portal.businessInfo.website} citations={citations} />
            )}
          </div>
        )}
        {message.original && (
          <p className={styles.note}>
            {m.chat_translated()}{' '}
            <button type="button" className={styles.link} onClick={() => setOriginal(!isOriginal)}>
              {isOriginal ? m.translation_show() : m.translation_show_original()}
            </button>
          </p>
        )}
        {foreign && <TranslationNote foreign={foreign} isShown={translated !== null} onShow={setTranslated} />}
        <ChatAttachments slug={portal.slug} files={below} />
        {message.state === 'interrupted' && <p className={styles.note}>{m.chat_interrupted()}</p>}
        {message.sources.length > 0 && message.state !== 'streaming' && (
          <Sources portal={portal} sources={message.sources} isNumbered={isCited} open={open} onOpen={setOpen} />
        )}
        {message.state === 'interrupted' && (onAskAgain || onPerson) && (
          <p className={styles.ways}>
            {onAskAgain && <Chip onClick={onAskAgain}>{m.chat_ask_again()}</Chip>}
            {onPerson && <Chip onClick={onPerson}>{m.chat_ask_person()}</Chip>}
          </p>
        )}
        {onRate && isAnswer(message) && (
          <AnswerRating message={message} onRate={(helpful) => onRate(message, helpful)} />
        )}
        {message.suggestions.length > 0 && <Suggestions questions={message.suggestions} onChoose={onSuggestion} />}
        {mark && <p className={styles.mark}>{mark}</p>}
      </div>
    </article>
  )
}

/** An answer has sources; a greeting or a question back has none. */
const isAnswer = ({ author, kind, state, sources }: MessageView): boolean =>
  author === 'assistant' && kind === 'text' && state === 'complete' && sources.length > 0

function nameOf(message: MessageView): string {
  if (message.author === 'customer') return m.chat_you()
  return message.authorName ?? (message.author === 'assistant' ? m.chat_assistant() : '')
}

function Face({ message }: { message: MessageView }) {
  if (message.author === 'member') return <Avatar name={message.authorName ?? ''} size={28} />
  return (
    <span className={styles.assistant} aria-hidden="true">
      <IconSparkles size={16} stroke={1.75} />
    </span>
  )
}

function Byline({ name, at }: { name: string; at: string }) {
  return (
    <p className={styles.byline}>
      {name}
      <time dateTime={at} className={styles.time}>
        {formatClock(at)}
      </time>
    </p>
  )
}

/** Suggested questions when the assistant's confidence is low; a tap sends one. */
function Suggestions({ questions, onChoose }: { questions: string[]; onChoose: ((text: string) => void) | undefined }) {
  return (
    <ul className={styles.suggestions} aria-label={m.chat_did_you_mean()}>
      {questions.map((question) => (
        <li key={question}>
          <Chip aria-disabled={!onChoose} onClick={() => onChoose?.(question)}>
            {question}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
