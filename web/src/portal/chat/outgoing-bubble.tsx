import { IconAlertCircle } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import styles from './bubble.module.css'
import type { Chat } from './chat.ts'
import { ChatAttachments } from './files.tsx'
import type { Outgoing } from './thread.ts'

/** A message of the customer that is not acknowledged yet; a refused one has Retry and Discard. */
export function OutgoingBubble({ slug, one, chat }: { slug: string; one: Outgoing; chat: Chat }) {
  const hasFailed = one.state === 'failed'
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
        {hasFailed ? (
          <div className={styles.failed} role="alert">
            <IconAlertCircle size={16} stroke={1.5} aria-hidden="true" />
            <span title={one.error ?? undefined}>{m.chat_not_sent()}</span>
            <button type="button" className={styles.act} onClick={() => chat.retry(one.id)}>
              {m.chat_retry()}
            </button>
            <button type="button" className={styles.act} onClick={() => chat.discard(one.id)}>
              {m.chat_discard()}
            </button>
          </div>
        ) : (
          <p className={styles.mark}>{one.state === 'waiting' ? m.chat_waiting() : m.chat_sending()}</p>
        )}
      </div>
    </article>
  )
}
