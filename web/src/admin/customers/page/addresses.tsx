import type { CustomerRecord } from '#contracts/customer/customer-record.ts'
import * as m from '#i18n/messages.js'
import { AddressMark } from '#web/admin/customers/labels.tsx'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { Block } from '#web/admin/tickets/panel/block.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import styles from './page.module.css'

const CameFrom = lazyPart(async () => (await import('#web/admin/tickets/panel/came-from.tsx')).CameFrom)
const Merged = lazyPart(async () => (await import('./merge/merged.tsx')).Merged)

/** The customer's addresses with what is known of each, and the others who gave one of them. */
export function Addresses({ record }: { record: CustomerRecord }) {
  const { customer, sameEmail } = record
  const [, change] = useSectionSearch()
  return (
    <Block title={m.customer_address()}>
      {customer.email ? (
        <p className={styles.email}>
          <a href={`mailto:${customer.email}`}>{customer.email}</a>
          {customer.emailStatus && <AddressMark status={customer.emailStatus} />}
        </p>
      ) : (
        <p className={styles.faint}>{m.customer_no_email()}</p>
      )}
      {record.externalIds.length > 0 && (
        <p className={styles.faint}>{m.customer_external_ids({ ids: record.externalIds.join(', ') })}</p>
      )}
      {record.visit && (
        <dl className={styles.visit}>
          <CameFrom visit={record.visit} />
        </dl>
      )}
      {record.merged.length > 0 && <Merged record={record} />}
      {sameEmail.length > 0 && (
        <>
          <h4 className={styles.subtitle}>{m.customer_same_email()}</h4>
          <ul className={styles.others}>
            {sameEmail.map(({ id, name, emailStatus, lastActiveAt }) => (
              <li key={id}>
                <button type="button" className={styles.link} onClick={() => change({ customer: id })}>
                  {name}
                </button>
                <AddressMark status={emailStatus} />
                <RelativeTime at={lastActiveAt} isShort className={styles.faint} />
              </li>
            ))}
          </ul>
          <p className={styles.faint}>{m.customer_same_email_text()}</p>
        </>
      )}
    </Block>
  )
}
