import { IconCircleCheck, IconInbox } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { listGuestTickets as ListOwnTickets } from '#contracts/ticket/guest-ticket.ts'
import { listGuestTickets } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Card, Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { asGuest, isKnownGuest } from '#web/portal/guest-session.ts'
import { useResource } from '#web/portal/use-resource.ts'
import { RequestRow } from './request-row.tsx'
import styles from './submit-ticket-page.module.css'
import { EMPTY_DRAFT, knownContact } from './ticket-draft.ts'
import { TicketForm } from './ticket-form.tsx'

type Props = { portal: PortalView; onChat: (conversationId: string) => void; isChatOpen: boolean }

/** "Submit Ticket": the form, and below it the earlier requests of this browser. */
export function SubmitTicketPage({ portal, onChat, isChatOpen }: Props) {
  const { slug } = portal
  const [sentCount, setSentCount] = useState(0)
  const sent = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows each success once
  useEffect(() => sent.current?.focus(), [sentCount])
  return (
    <>
      <header className={styles.head}>
        <h1 className="pf-title">{m.portal_ticket_heading()}</h1>
        <p>{m.portal_ticket_intro()}</p>
      </header>
      <div className={styles.columns}>
        <Card className={styles.formCard}>
          {sentCount > 0 && (
            <p ref={sent} className={styles.sent} role="status" tabIndex={-1}>
              <IconCircleCheck size={20} stroke={1.5} aria-hidden="true" />
              {m.portal_ticket_sent()}
            </p>
          )}
          <TicketForm
            key={sentCount}
            slug={slug}
            initial={sentCount > 0 ? EMPTY_DRAFT : { ...EMPTY_DRAFT, ...knownContact(slug) }}
            onSubmitted={() => setSentCount(sentCount + 1)}
          />
        </Card>
        <Requests slug={slug} refreshKey={`${sentCount} ${isChatOpen}`} onOpen={onChat} />
      </div>
    </>
  )
}

function Requests({ slug, refreshKey, onOpen }: { slug: string; refreshKey: string; onOpen: (id: string) => void }) {
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
        {items && items.length > 0 && <span className={styles.count}>{items.length}</span>}
      </h2>
      {items && items.length > 0 && (
        <ul className={styles.list}>
          {items.map((ticket) => (
            <RequestRow key={ticket.id} ticket={ticket} onOpen={() => onOpen(ticket.conversationId)} />
          ))}
        </ul>
      )}
      {nextCursor && <Button onClick={() => void more(nextCursor)}>{m.portal_requests_more()}</Button>}
      {items?.length === 0 && (
        <Card>
          <EmptyState icon={<IconInbox size={24} stroke={1.5} />} title={m.portal_requests_empty()}>
            {m.portal_requests_empty_text()}
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
    </section>
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
