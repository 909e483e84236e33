import { IconChevronRight, IconMessages } from '@tabler/icons-react'
import { listChatHistory, type PastChatView } from '#contracts/conversation/chat-history.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Card, Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { opensChat } from '#web/portal/chat/lazy-chat-window.tsx'
import { asGuest, isKnownGuest } from '#web/portal/guest-session.ts'
import { contextLabel } from '#web/portal/labels.ts'
import { MoreButton } from '#web/portal/more-button.tsx'
import { goTo, linkContext } from '#web/portal/portal-location.ts'
import { type Resource, useResource } from '#web/portal/use-resource.ts'
import { ChatFacts } from './chat-facts.tsx'
import styles from './history.module.css'

const PastChat = lazyPart(async () => (await import('./past-chat.tsx')).PastChat)

type Chats = ReplyOf<typeof listChatHistory>
const NOTHING: Chats = { items: [], nextCursor: null }

type Props = {
  portal: PortalView
  /** The past chat that is open. */
  past: string | null
  onChat: (key: string) => void
  isChatOpen: boolean
}

/** "Chat History": the past chats of this browser, or of the account that is signed in; one is read, or continued in the chat window. */
export function ChatHistoryPage({ portal, past, onChat, isChatOpen }: Props) {
  const { slug } = portal
  const params = { slug }
  // A closed chat window has changed what is listed.
  const list = useResource(`chat history ${slug} ${isChatOpen}`, async () =>
    isKnownGuest(slug) ? asGuest(slug, () => call(listChatHistory, { params })) : NOTHING,
  )
  const more = async (cursor: string) => {
    const next = await asGuest(slug, () => call(listChatHistory, { params, query: { cursor } }))
    list.set({ items: [...(list.value?.items ?? []), ...next.items], nextCursor: next.nextCursor })
  }
  if (past) return <PastChat key={past} portal={portal} conversationId={past} onChat={onChat} />
  return (
    <>
      <header className={styles.head}>
        <h1 className="pf-title">{m.portal_tab_chat_history()}</h1>
        <p>{m.portal_history_intro()}</p>
      </header>
      <Chats list={list} onMore={more} onChat={onChat} />
    </>
  )
}

type ChatsProps = { list: Resource<Chats>; onMore: (cursor: string) => Promise<void>; onChat: (key: string) => void }

function Chats({ list, onMore, onChat }: ChatsProps) {
  if (!list.value && list.error !== null && !list.isLoading) {
    return (
      <Card>
        <ErrorState error={list.error} onRetry={list.reload} />
      </Card>
    )
  }
  if (!list.value) {
    return (
      <div className={styles.list} aria-busy="true">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height="92px" radius="10px" />
        ))}
      </div>
    )
  }
  const { items, nextCursor } = list.value
  if (items.length === 0) return <NoChats onChat={onChat} />
  return (
    <>
      <ul className={styles.list}>
        {items.map((chat) => (
          <ChatRow key={chat.id} chat={chat} />
        ))}
      </ul>
      {nextCursor && <MoreButton onMore={() => onMore(nextCursor)}>{m.portal_requests_more()}</MoreButton>}
    </>
  )
}

function NoChats({ onChat }: { onChat: (key: string) => void }) {
  return (
    <Card>
      <EmptyState
        icon={<IconMessages size={24} stroke={1.5} />}
        title={m.portal_history_empty()}
        action={
          <Button variant="primary" {...opensChat} onClick={() => onChat(linkContext())}>
            {m.portal_chat_start()}
          </Button>
        }
      >
        {m.portal_history_empty_text()}
      </EmptyState>
    </Card>
  )
}

function ChatRow({ chat }: { chat: PastChatView }) {
  return (
    <li>
      <button type="button" className={styles.row} onClick={() => goTo({ tab: 'chat-history', past: chat.id })}>
        <span className={styles.topic}>{contextLabel(chat.context)}</span>
        <span className={styles.preview}>{chat.preview}</span>
        <ChatFacts chat={chat} />
        <IconChevronRight size={18} stroke={1.5} className={styles.chevron} aria-hidden="true" />
      </button>
    </li>
  )
}
