import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import styles from './bubble.module.css'
import type { Chat } from './chat.ts'
import { ChatAttachments } from './files.tsx'
import type { Outgoing, Wait } from './thread.ts'

/** A message of the customer that is not acknowledged yet; one that the server does not take has Retry and Discard. */
export function OutgoingBubble({ slug, one, chat }: { slug: string; one: Outgoing; chat: Chat }) {
  return (
    <article className={classes(styles.turn, styles.own)} data-author="customer" data-state={one.state}>
      <div className={styles.column}>
        <span className="visually-hidden">{m.chat_you()}</span>
        {one.body && (
          <div className={styles.bubble}>
            <p className={styles.plain}>{one.body}</p>
          </div>
        )}
        <ChatAttachments slug={slug} files={one.files} />
        {one.state === 'failed' && (
          <Unsent one={one} chat={chat}>
            <IconAlertCircle size={16} stroke={1.5} aria-hidden="true" />
            <span title={one.error ?? undefined}>{m.chat_not_sent()}</span>
          </Unsent>
        )}
        {one.state === 'waiting' && one.wait && (
          <Unsent one={one} chat={chat}>
            <IconClock size={16} stroke={1.5} aria-hidden="true" />
            <SentAgain wait={one.wait} />
          </Unsent>
        )}
        {one.state === 'waiting' && !one.wait && <p className={styles.mark}>{m.chat_waiting()}</p>}
        {one.state === 'sending' && <p className={styles.mark}>{m.chat_sending()}</p>}
      </div>
    </article>
  )
}

/** Why a message was not sent, with Retry and Discard. */
function Unsent({ one, chat, children }: { one: Outgoing; chat: Chat; children: ReactNode }) {
  return (
    <div className={classes(styles.unsent, one.state === 'failed' && styles.failed)} role="alert">
      {children}
      <button type="button" className={styles.act} onClick={() => chat.retry(one.id)}>
        {m.chat_retry()}
      </button>
      <button type="button" className={styles.act} onClick={() => chat.discard(one.id)}>
        {m.chat_discard()}
      </button>
    </div>
  )
}

/** Why the server does not take the message now, and in how many seconds it is sent again. */
function SentAgain({ wait }: { wait: Wait }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((wait.until - now) / 1000))
  return (
    <span>
      {wait.cause === 'rate_limited' ? m.chat_waiting_limit() : m.chat_waiting_server()}{' '}
      {/* Not announced every second. */}
      <span aria-live="off">{m.chat_sent_again({ seconds })}</span>
    </span>
  )
}
