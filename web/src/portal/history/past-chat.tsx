import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ThreadView } from '#contracts/conversation/conversation.ts'
import { getGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Card, Skeleton } from '#web/kit/surface.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { formatExact } from '#web/lib/format.ts'
import { repeatedIn } from '#web/lib/pictures-in-text.ts'
import { Bubble } from '#web/portal/chat/bubble.tsx'
import { opensChat } from '#web/portal/chat/lazy-chat-window.tsx'
import { SystemMessage } from '#web/portal/chat/system-message.tsx'
import { useForeignReplies } from '#web/portal/chat/use-foreign-replies.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { contextLabel } from '#web/portal/labels.ts'
import { goTo } from '#web/portal/portal-location.ts'
import { useResource } from '#web/portal/use-resource.ts'
import styles from './history.module.css'

type Props = { portal: PortalView; conversationId: string; onChat: (key: string) => void }

/** One past chat, to read; Continue opens it in the chat window, where it goes on, and a new chat leaves it as it is. */
export function PastChat({ portal, conversationId, onChat }: Props) {
  const { slug } = portal
  const params = { slug, conversationId: conversationId as ConversationId }
  const thread = useResource(`past chat ${slug} ${conversationId}`, () =>
    asGuest(slug, () => call(getGuestConversation, { params })),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const showOlder = async (known: ThreadView, cursor: string) => {
    try {
      const older = await asGuest(slug, () => call(getGuestConversation, { params, query: { cursor } }))
      thread.set({ ...known, messages: [...older.messages, ...known.messages], olderCursor: older.olderCursor })
    } catch (error) {
      showToast(failureText(error), 'error')
    }
  }
  const { value } = thread
  return (
    <>
      <Button
        variant="quiet"
        className={styles.back}
        icon={<IconArrowLeft size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => goTo({ tab: 'chat-history' })}
      >
        {m.portal_tab_chat_history()}
      </Button>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className="pf-title">
          {value ? contextLabel(value.conversation.context) : m.portal_tab_chat_history()}
        </h1>
        {value && <p>{formatExact(value.conversation.createdAt)}</p>}
      </header>
      <Card className={styles.transcript}>
        {!value && thread.error !== null && !thread.isLoading && (
          <ErrorState error={thread.error} onRetry={thread.reload} />
        )}
        {!value && thread.isLoading && <Skeleton height="160px" radius="10px" />}
        {value && <Thread portal={portal} thread={value} onOlder={(cursor) => void showOlder(value, cursor)} />}
      </Card>
      {value && (
        <div className={styles.actions}>
          <Button variant="primary" {...opensChat} onClick={() => onChat(value.conversation.id)}>
            {m.portal_history_continue()}
          </Button>
        </div>
      )}
    </>
  )
}

type ThreadProps = { portal: PortalView; thread: ThreadView; onOlder: (cursor: string) => void }

function Thread({ portal, thread, onOlder }: ThreadProps) {
  const { messages, olderCursor } = thread
  const repeated = repeatedIn(messages)
  const foreignOf = useForeignReplies(portal.slug, thread)
  return (
    <div className={styles.thread}>
      {olderCursor && (
        <Button variant="quiet" size="sm" onClick={() => onOlder(olderCursor)}>
          {m.chat_older()}
        </Button>
      )}
      {messages.map((message, index) =>
        message.author === 'system' ? (
          <SystemMessage key={message.id} message={message} />
        ) : (
          <Bubble
            key={message.id}
            portal={portal}
            message={message}
            isFirst={message.author !== messages[index - 1]?.author}
            repeated={repeated}
            foreign={foreignOf(message)}
            mark={null}
          />
        ),
      )}
    </div>
  )
}
