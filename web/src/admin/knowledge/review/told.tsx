import { useQuery } from '@tanstack/react-query'
import type { KnowledgeConflictId } from '#contracts/ids.ts'
import type { ToldView } from '#contracts/quality/knowledge-review.ts'
import * as m from '#i18n/messages.js'
import { SectionLink } from '#web/admin/section-link.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { toldQuery } from './queries.ts'
import styles from './review.module.css'

type Names = { first: string; second: string }

/** Who was answered from either passage, side by side under the passages. */
export function Told({ id, titles }: { id: KnowledgeConflictId; titles: Names }) {
  const { data, error, refetch } = useQuery(toldQuery(id))
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows label={m.common_loading()} rows={2} />
  return (
    <div className={styles.sides}>
      {(['first', 'second'] as const).map((side) => (
        <section key={side} className={styles.told} aria-label={m.review_told_from({ title: titles[side] })}>
          <p className={styles.soft}>
            {data[side].conversations === 0 ? m.review_told_none() : m.review_told({ count: data[side].conversations })}
          </p>
          <ul className={styles.people}>
            {data[side].items.map((one) => (
              <li key={one.messageId}>
                <Person told={one} /> <RelativeTime at={one.at} className={styles.soft} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Person({ told: { customerId, customerName, ticket } }: { told: ToldView }) {
  const name = customerName ?? m.review_visitor()
  if (ticket)
    return (
      <SectionLink section="tickets" values={{ ticket: ticket.id }}>
        {m.review_told_ticket({ name, number: ticket.number })}
      </SectionLink>
    )
  if (customerId)
    return (
      <SectionLink section="customers" values={{ customer: customerId }}>
        {name}
      </SectionLink>
    )
  return <span>{name}</span>
}
