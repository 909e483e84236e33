import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ChatOutcome, ChosenDays, ReportedChat } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import { SectionLink } from '#web/admin/section-link.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './analytics.module.css'
import { chatsQuery } from './queries.ts'

type ChatsProps = { period: ChosenDays; outcome: ChatOutcome; title: string; text: string; onClose: () => void }

/** The chats behind a figure of the assistant, newest answer first, each leading to its ticket or its customer. */
export function Chats({ period, outcome, title, text, onClose }: ChatsProps) {
  const list = useInfiniteQuery(chatsQuery({ ...period, outcome }))
  const chats = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Dialog isOpen title={title} size="lg" onClose={onClose}>
      <p className={styles.note}>{text}</p>
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingRows label={m.common_loading()} rows={6} />}
      {list.data && chats.length === 0 && <p className={styles.none}>{m.analytics_no_chats()}</p>}
      <ul className={styles.chats} aria-label={title}>
        {chats.map((chat) => (
          <li key={chat.conversationId}>
            <Chat chat={chat} />
            <RelativeTime at={chat.answeredAt} className={styles.amount} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
          {m.analytics_more_chats()}
        </Button>
      )}
    </Dialog>
  )
}

function Chat({ chat: { preview, ticketId, customerId } }: { chat: ReportedChat }) {
  const words = preview || m.analytics_chat_without_text()
  if (ticketId)
    return (
      <SectionLink section="tickets" values={{ ticket: ticketId }} className={styles.subject}>
        {words}
      </SectionLink>
    )
  if (customerId)
    return (
      <SectionLink section="customers" values={{ customer: customerId }} className={styles.subject}>
        {words}
      </SectionLink>
    )
  return <span className={styles.subject}>{words}</span>
}
