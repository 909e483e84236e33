import { IconInbox } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { listGuestTickets as ListOwnTickets } from '#contracts/ticket/guest-ticket.ts'
import { listGuestTickets } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Badge, Card, Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { asGuest, isKnownGuest } from '#web/portal/guest-session.ts'
import { MoreButton } from '#web/portal/more-button.tsx'
import { useResource } from '#web/portal/use-resource.ts'
import { RequestRow } from './request-row.tsx'
import styles from './submit-ticket-page.module.css'

type RequestsProps = {
  slug: string
  isSignedIn: boolean
  refreshKey: string
  onOpen: (conversationId: string) => void
}

/** The requests of this browser, and of the account that is signed in; read again when the page becomes visible. */
export function Requests({ slug, isSignedIn, refreshKey, onOpen }: RequestsProps) {
  const list = useResource(`requests ${slug} ${refreshKey}`, async () =>
    isKnownGuest(slug) ? asGuest(slug, () => call(listGuestTickets, { params: { slug } })) : NOTHING,
  )
  useRefreshOnReturn(list.reload)
  const more = async (cursor: string) => {
    const next = await asGuest(slug, () => call(listGuestTickets, { params: { slug }, query: { cursor } }))
    list.set({ items: [...(list.value?.items ?? []), ...next.items], nextCursor: next.nextCursor })
  }
  const { items, nextCursor } = list.value ?? { items: null, nextCursor: null }
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className={styles.heading}>
        {m.portal_requests_heading()}
        {items && items.length > 0 && (
          <span className={styles.count}>{nextCursor ? `${items.length}+` : items.length}</span>
        )}
      </h2>
      {items && items.length > 0 && (
        <ul className={styles.list}>
          {items.map((ticket) => (
            <RequestRow key={ticket.id} ticket={ticket} onOpen={() => onOpen(ticket.conversationId)} />
          ))}
        </ul>
      )}
      {nextCursor && <MoreButton onMore={() => more(nextCursor)}>{m.portal_requests_more()}</MoreButton>}
      {items?.length === 0 && (
        <Card>
          <EmptyState
            icon={<IconInbox size={24} stroke={1.5} />}
            title={isSignedIn ? m.portal_my_tickets_empty() : m.portal_requests_empty()}
          >
            {isSignedIn ? m.portal_my_tickets_empty_text() : m.portal_requests_empty_text()}
          </EmptyState>
        </Card>
      )}
      {!items && list.isLoading && (
        <div className={styles.list} aria-busy="true">
          <Skeleton height="92px" radius="10px" />
          <Skeleton height="92px" radius="10px" />
        </div>
      )}
      {list.error !== null && !list.isLoading && (
        <Card>
          <ErrorState error={list.error} onRetry={list.reload} />
        </Card>
      )}
      {isSignedIn && list.error !== null && !list.isLoading && <SampleTicket />}
    </section>
  )
}

/** An example while the tickets cannot be read, labelled as one. */
function SampleTicket() {
  return (
    <div className={styles.sample}>
      <p className={styles.facts}>
        <Badge tone="waiting">{m.common_sample()}</Badge> {m.ticket_sample_text()}
      </p>
      <p className={styles.subject}>{m.ticket_sample_subject()}</p>
      <p className={styles.facts}>{m.ticket_sample_customer()}</p>
    </div>
  )
}

const NOTHING: ReplyOf<typeof ListOwnTickets> = { items: [], nextCursor: null }

/** Reads the requests again when the page becomes visible. */
function useRefreshOnReturn(reload: () => void) {
  useEffect(() => {
    const reloadIfVisible = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', reloadIfVisible)
    return () => document.removeEventListener('visibilitychange', reloadIfVisible)
  }, [reload])
}
