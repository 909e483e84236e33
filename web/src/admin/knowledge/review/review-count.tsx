import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { useKnowledgeLive } from '#web/admin/knowledge/use-knowledge-live.ts'
import card from '#web/admin/knowledge/waiting-card.module.css'
import { SectionLink } from '#web/admin/section-link.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { countsQuery, reviewKey } from './queries.ts'
import styles from './review.module.css'

const LIVE = { review: [reviewKey] }

/** How many findings wait; null while nothing does or it is not known. */
function useWaiting(): number | null {
  const { data } = useQuery(countsQuery)
  useKnowledgeLive(LIVE)
  return data ? data.conflicts + data.stale || null : null
}

/** The number beside the name of the tab. */
export function ReviewCount() {
  const waiting = useWaiting()
  if (waiting === null) return null
  return (
    <span className={card.count}>
      <span aria-hidden="true">{formatNumber(waiting)}</span>
      <span className={styles.unseen}>{m.review_waiting({ count: waiting })}</span>
    </span>
  )
}

/** A line of a list of what waits, leading to the findings. */
export function ReviewLine() {
  const waiting = useWaiting()
  if (waiting === null) return null
  return (
    <li>
      <SectionLink section="knowledge" values={{ tab: 'review' }}>
        {m.review_waiting({ count: waiting })}
      </SectionLink>
    </li>
  )
}
