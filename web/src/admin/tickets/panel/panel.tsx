import { IconSparkles, IconStarFilled } from '@tabler/icons-react'
import type { TicketDetailView, TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { EmailClaim, EmailVerified } from '#web/admin/tickets/email-status.tsx'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ratingLabel } from '#web/kit/stars.tsx'
import { Avatar } from '#web/kit/surface.tsx'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { formatDate, formatExact, formatNumber } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { reasonLabel, StatusBadge } from '#web/ui/ticket-labels.tsx'
import { Block, Fact } from './block.tsx'
import styles from './panel.module.css'

const Brief = lazyPart(async () => (await import('./brief.tsx')).Brief)
const OwnFields = lazyPart(async () => (await import('./own-fields.tsx')).OwnFields)
const CameFrom = lazyPart(async () => (await import('./came-from.tsx')).CameFrom)
const Memory = lazyPart(async () => (await import('./memory.tsx')).Memory)
/** Its code is loaded after what is shown above it. */
const Details = lazyPart(async () => (await import('./details.tsx')).Details)

type TicketLinks = { onOpen: (id: string) => void; hrefOf: (id: string) => string }
type PanelProps = TicketLinks & {
  detail: TicketDetailView
  run: TicketActions['run']
  onInsert: (reply: string) => void
}

/** The side panel: requester, summary, satisfaction, memory and recent tickets. */
export function Panel({ detail, run, onOpen, hrefOf, onInsert }: PanelProps) {
  const { ticket } = detail
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.panel} aria-label={m.ticket_details()} tabIndex={0}>
      <Customer detail={detail} />
      <OwnFields key={ticket.id} ticket={ticket} run={run} />
      {ticket.escalationReason && (
        <Block title={m.ticket_escalation()}>
          <p className={styles.reason}>
            <IconSparkles size={16} stroke={1.5} aria-hidden="true" />
            {reasonLabel(ticket.escalationReason)}
          </p>
        </Block>
      )}
      <Brief detail={detail} onInsert={onInsert} />
      {ticket.rating !== null && <Satisfaction ticket={ticket} rating={ticket.rating} />}
      <Memory ticketId={ticket.id} />
      <Recent detail={detail} onOpen={onOpen} hrefOf={hrefOf} />
      <Details ticket={ticket} />
    </section>
  )
}

function Customer({ detail: { customer } }: { detail: TicketDetailView }) {
  return (
    <section className={styles.block}>
      <div className={styles.customer}>
        <Avatar name={customer.name} size={36} />
        <div>
          <h3 className={styles.name}>{customer.name}</h3>
          {customer.email ? (
            <>
              <a className={styles.email} href={`mailto:${customer.email}`}>
                {customer.email}
              </a>
              <EmailVerified status={customer.emailStatus} />
              <EmailClaim email={customer.email} status={customer.emailStatus} />
            </>
          ) : (
            <span className={styles.email}>{m.ticket_no_email()}</span>
          )}
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact name={m.ticket_customer_plan()}>{customer.plan}</Fact>
        <Fact name={m.ticket_customer_since()}>
          <time dateTime={customer.firstSeenAt} title={formatExact(customer.firstSeenAt)}>
            {formatDate(customer.firstSeenAt)}
          </time>
        </Fact>
        <Fact name={m.ticket_customer_tickets()}>{formatNumber(customer.ticketCount)}</Fact>
        <Fact name={m.ticket_customer_chats()}>{formatNumber(customer.chatCount)}</Fact>
        <Fact name={m.ticket_customer_rating()}>
          {customer.averageRating === null ? (
            m.common_none()
          ) : (
            <span className={styles.rating}>
              <IconStarFilled size={13} aria-hidden="true" />
              {m.ticket_rating_of({ value: formatNumber(customer.averageRating, 1) })}
            </span>
          )}
        </Fact>
        {customer.visit && <CameFrom visit={customer.visit} />}
      </dl>
    </section>
  )
}

function Satisfaction({ ticket, rating }: { ticket: TicketView; rating: number }) {
  return (
    <Block title={m.ticket_satisfaction()}>
      <p className={styles.rating}>
        <span role="img" aria-label={m.common_rating_of({ value: rating, label: ratingLabel(rating) })}>
          {[1, 2, 3, 4, 5].map((star) => (
            <IconStarFilled
              key={star}
              size={16}
              className={star <= rating ? undefined : styles.pale}
              aria-hidden="true"
            />
          ))}
        </span>
        <span aria-hidden="true">{ratingLabel(rating)}</span>
        {ticket.ratedAt && <RelativeTime at={ticket.ratedAt} className={styles.faint} />}
      </p>
      {ticket.ratingComment && <blockquote className={styles.comment}>{ticket.ratingComment}</blockquote>}
    </Block>
  )
}

function Recent({ detail, onOpen, hrefOf }: TicketLinks & { detail: TicketDetailView }) {
  const { recentTickets } = detail.customer
  if (recentTickets.length === 0) return null
  return (
    <Block title={m.ticket_recent()}>
      <ul className={styles.recent}>
        {recentTickets.map((recent) => (
          <li key={recent.id}>
            <a
              href={hrefOf(recent.id)}
              onClick={(event) => {
                if (!isFollowedHere(event)) return
                event.preventDefault()
                onOpen(recent.id)
              }}
            >
              <StatusBadge status={recent.status} isDot />
              <span className={styles.subject}>{recent.subject}</span>
              <RelativeTime at={recent.createdAt} isShort className={styles.faint} />
            </a>
          </li>
        ))}
      </ul>
    </Block>
  )
}
