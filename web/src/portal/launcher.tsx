import { IconMessageCircleFilled } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import type { Chat } from './chat/chat.ts'
import { countUnread } from './chat/count-unread.ts'
import styles from './launcher.module.css'
import { useChatState } from './use-chat.ts'

/** The button of a closed chat, with the number of unread messages. */
export function Launcher({ chat, onOpen }: { chat: Chat; onOpen: (key: string) => void }) {
  const { thread } = useChatState(chat)
  const unread = countUnread(thread)
  const key = 'context' in chat.goal ? chat.goal.context : chat.goal.conversationId
  const label = unread > 0 ? m.portal_chat_launch_unread({ count: unread }) : m.portal_chat_launch()
  return (
    <button type="button" className={styles.launcher} aria-label={label} title={label} onClick={() => onOpen(key)}>
      <IconMessageCircleFilled size={26} />
      {unread > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {unread}
        </span>
      )}
    </button>
  )
}
