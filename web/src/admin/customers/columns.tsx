import type { CustomerRowView, CustomerSort } from '#contracts/customer/customer.ts'
import * as m from '#i18n/messages.js'
import { Avatar } from '#web/kit/surface.tsx'
import { formatDate, formatExact, formatNumber } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { DemoBadge } from '#web/ui/parts.tsx'
import type { Column } from '#web/ui/table.tsx'
import styles from './customers.module.css'
import { AddressMark, StatusMark } from './labels.tsx'

type CustomerColumn = Column<CustomerRowView> & { key: CustomerSort }

const Name = ({ row }: { row: CustomerRowView }) => (
  <span className={styles.name}>
    <Avatar name={row.name} size={24} />
    <span className={styles.cut}>{row.name}</span>
    {row.isDemo && <DemoBadge />}
  </span>
)

const Email = ({ row }: { row: CustomerRowView }) =>
  row.email && (
    <span className={styles.email}>
      <span className={styles.cut}>{row.email}</span>
      {row.emailStatus && <AddressMark status={row.emailStatus} isShort />}
    </span>
  )

const tickets = (): CustomerColumn => ({
  key: 'tickets',
  header: m.customer_column_tickets(),
  isNumber: true,
  isSortable: true,
  width: '96px',
  render: (row) => formatNumber(row.tickets),
})

const lastActive = (): CustomerColumn => ({
  key: 'lastActive',
  header: m.customer_column_last_active(),
  isSortable: true,
  width: '150px',
  render: (row) => <RelativeTime at={row.lastActiveAt} />,
})

/** Everything but who the customer is. */
const facts = (): CustomerColumn[] => [
  { key: 'plan', header: m.customer_column_plan(), isSortable: true, width: '100px', render: (row) => row.plan },
  {
    key: 'status',
    header: m.customer_column_status(),
    isSortable: true,
    width: '110px',
    render: (row) => <StatusMark status={row.status} />,
  },
  tickets(),
  {
    key: 'joined',
    header: m.customer_column_joined(),
    isSortable: true,
    width: '130px',
    render: (row) => (
      <time dateTime={row.joinedAt} title={formatExact(row.joinedAt)}>
        {formatDate(row.joinedAt)}
      </time>
    ),
  },
  lastActive(),
]

/** The seven columns. */
export const columns = (): CustomerColumn[] => [
  { key: 'name', header: m.customer_column_customer(), isSortable: true, render: (row) => <Name row={row} /> },
  { key: 'email', header: m.customer_column_email(), isSortable: true, render: (row) => <Email row={row} /> },
  ...facts(),
]

/** On a small laptop: the address under the name, so that no column is out of sight. */
export const mediumColumns = (): CustomerColumn[] => [
  {
    key: 'name',
    header: m.customer_column_customer(),
    isSortable: true,
    width: '38%',
    render: (row) => (
      <span className={styles.stacked}>
        <Name row={row} />
        <span className={styles.under}>
          <Email row={row} />
        </span>
      </span>
    ),
  },
  ...facts(),
]

/** On a phone: the customer with address, plan and status in one cell, and the tickets. */
export const narrowColumns = (): CustomerColumn[] => [
  {
    key: 'name',
    header: m.customer_column_customer(),
    isSortable: true,
    render: (row) => (
      <span className={styles.stacked}>
        <Name row={row} />
        <span className={styles.under}>
          <Email row={row} />
          <span>{row.plan}</span>
          {row.status === 'Blocked' && <StatusMark status={row.status} />}
        </span>
      </span>
    ),
  },
  { ...tickets(), width: '84px' },
]
