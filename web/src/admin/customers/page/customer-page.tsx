import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CustomerRecord } from '#contracts/customer/customer-record.ts'
import type { CustomerId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { StatusMark } from '#web/admin/customers/labels.tsx'
import { recordQuery } from '#web/admin/customers/queries.ts'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { Failed } from '#web/admin/tickets/list/states.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { Page } from '#web/ui/page.tsx'
import { DemoBadge, LoadingRows } from '#web/ui/parts.tsx'
import { CustomerActions } from './actions.tsx'
import { Addresses } from './addresses.tsx'
import { DetailsForm } from './details-form.tsx'
import styles from './page.module.css'
import { Timeline } from './timeline.tsx'

const MemoryBlock = lazyPart(async () => (await import('#web/admin/tickets/panel/memory.tsx')).MemoryBlock)

/** A customer: figures, timeline with notes, details that members set, addresses, and what the assistant remembers. */
export function CustomerPage({ id, onBack }: { id: CustomerId; onBack: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(recordQuery(id))
  const [, change] = useSectionSearch()
  // Merged into another one: the address leads to that one.
  const shownId = data?.customer.id
  useEffect(() => {
    if (shownId && shownId !== id) change({ customer: shownId }, { replace: true })
  }, [shownId, id, change])
  const back = (
    <ActionIcon aria-label={m.customer_back()} onClick={onBack}>
      <IconArrowLeft size={18} stroke={1.75} />
    </ActionIcon>
  )
  return (
    <Page
      title={data?.customer.name ?? m.desk_section_customers()}
      isFilled
      aside={
        data && (
          <>
            <StatusMark status={data.customer.status} />
            {data.customer.isDemo && <DemoBadge />}
          </>
        )
      }
      actions={
        <>
          {data && <CustomerActions record={data} />}
          {back}
        </>
      }
    >
      {error && <Failed error={error} isTrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows label={m.common_loading()} rows={6} height={56} />}
      {data && <Loaded record={data} />}
    </Page>
  )
}

function Loaded({ record }: { record: CustomerRecord }) {
  const { customer, memory } = record
  return (
    <div className={styles.page}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.main} aria-label={m.customer_timeline()} tabIndex={0}>
        {customer.blockedAt && (
          <p className={styles.blocked} role="status">
            <IconBan size={16} stroke={1.75} aria-hidden="true" />
            {m.customer_blocked_text()}
          </p>
        )}
        <Figures record={record} />
        <Timeline customerId={customer.id} />
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.side} aria-label={m.customer_details()} tabIndex={0}>
        <Addresses record={record} />
        <DetailsForm customer={customer} />
        {memory && <MemoryBlock memory={memory} />}
      </section>
    </div>
  )
}

function Figures({ record: { customer, statistics } }: { record: CustomerRecord }) {
  const { tickets, openTickets, chats, averageRating } = statistics
  const figures: [name: string, value: React.ReactNode][] = [
    [m.customer_figure_tickets(), formatNumber(tickets)],
    [m.customer_figure_open(), formatNumber(openTickets)],
    [m.customer_figure_chats(), formatNumber(chats)],
    [
      m.customer_figure_satisfaction(),
      averageRating === null ? m.common_none() : m.customer_figure_rating({ rating: formatNumber(averageRating, 1) }),
    ],
    [m.customer_column_joined(), <RelativeTime key="joined" at={customer.joinedAt} />],
    [m.customer_column_last_active(), <RelativeTime key="active" at={customer.lastActiveAt} />],
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
