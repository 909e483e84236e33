import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { opensChat } from '#web/portal/chat/lazy-chat-window.tsx'
import { goTo } from '#web/portal/portal-location.ts'
import styles from './home.module.css'

/** Of ten pictures a portal shows four, so they are not in the first load; a card works without its picture. */
const TopicPicture = lazyPart(async () => (await import('./topic-picture.tsx')).TopicPicture, { failed: () => null })

/** The business's topic cards: each opens a chat in its context, or the Help Center. Nothing for a business without cards. */
export function Topics({ portal, onChat }: { portal: PortalView; onChat: (context: ChatContext) => void }) {
  if (portal.topics.length === 0) return null
  return (
    <section aria-labelledby="topics">
      <h2 id="topics" className={styles.heading}>
        {m.portal_cards_heading()}
      </h2>
      <ul className={styles.topics}>
        {portal.topics.map((topic) => (
          <Topic key={topic.key} topic={topic} onChat={onChat} />
        ))}
      </ul>
    </section>
  )
}

type TopicProps = { topic: PortalView['topics'][number]; onChat: (context: ChatContext) => void }

function Topic({ topic: { icon, title, text, opens }, onChat }: TopicProps) {
  const open = opens === 'help-center' ? () => goTo({ tab: 'help-center', article: null }) : () => onChat(opens)
  return (
    <li>
      <button type="button" className={styles.topic} {...(opens !== 'help-center' && opensChat)} onClick={open}>
        <span className={styles.topicIcon} aria-hidden="true">
          <TopicPicture icon={icon} />
        </span>
        <span>
          <span className={styles.topicTitle}>{title}</span>
          <span className={styles.topicText}>{text}</span>
        </span>
      </button>
    </li>
  )
}
