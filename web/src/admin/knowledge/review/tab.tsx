import { Button, SegmentedControl } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReviewStatus } from '#contracts/quality/knowledge-review.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { useKnowledgeLive } from '#web/admin/knowledge/use-knowledge-live.ts'
import card from '#web/admin/knowledge/waiting-card.module.css'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Card } from '#web/kit/surface.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { Conflict } from './conflict.tsx'
import { conflictsQuery, reviewKey, staleQuery } from './queries.ts'
import styles from './review.module.css'
import { Stale } from './stale.tsx'

const LIVE = { review: [reviewKey], faqs: [reviewKey], articles: [reviewKey], documents: [reviewKey] }
const statuses = ['open', 'dismissed'] as const

/** What was found in the knowledge that a person should look at: contradictions, and entries that may be out of date. */
export function ReviewTab() {
  const [search, change] = useSectionSearch()
  const status: ReviewStatus = search.found === 'dismissed' ? 'dismissed' : 'open'
  useKnowledgeLive(LIVE)
  const labels = { open: m.review_status_open(), dismissed: m.review_status_dismissed() }
  return (
    <div className={styles.tab}>
      <div className={styles.head}>
        <p className={styles.intro}>{m.review_intro()}</p>
        <SegmentedControl
          size="xs"
          aria-label={m.review_status()}
          value={status}
          onChange={(value) => change({ found: value === 'open' ? undefined : value }, { replace: true })}
          data={statuses.map((value) => ({ value, label: labels[value] }))}
        />
      </div>
      <Conflicts status={status} />
      <StaleEntries status={status} />
    </div>
  )
}

function Conflicts({ status }: { status: ReviewStatus }) {
  const list = useInfiniteQuery(conflictsQuery(status))
  const first = list.data?.pages[0]
  return (
    <Findings
      id="review-conflicts"
      title={m.review_conflicts()}
      text={m.review_conflicts_text()}
      count={first?.open.conflicts ?? 0}
      note={first && first.waiting > 0 ? m.review_comparing({ count: first.waiting }) : null}
      list={list}
      empty={
        status === 'dismissed' ? (
          <p className={card.none}>{m.review_none_dismissed()}</p>
        ) : (
          <EmptyState icon={<IconChecks size={28} stroke={1.5} />} title={m.review_conflicts_none_title()}>
            {m.review_conflicts_none_text()}
          </EmptyState>
        )
      }
    >
      {list.data?.pages
        .flatMap(({ items }) => items)
        .map((conflict) => (
          <Conflict key={conflict.id} conflict={conflict} canEdit={first?.canEdit ?? false} />
        ))}
    </Findings>
  )
}

function StaleEntries({ status }: { status: ReviewStatus }) {
  const list = useInfiniteQuery(staleQuery(status))
  const first = list.data?.pages[0]
  return (
    <Findings
      id="review-stale"
      title={m.review_stale()}
      text={m.review_stale_text()}
      count={first?.open.stale ?? 0}
      note={null}
      list={list}
      empty={<p className={card.none}>{status === 'dismissed' ? m.review_none_dismissed() : m.review_stale_none()}</p>}
    >
      {list.data?.pages
        .flatMap(({ items }) => items)
        .map((entry) => (
          <Stale key={entry.id} entry={entry} canEdit={first?.canEdit ?? false} />
        ))}
    </Findings>
  )
}

type FindingsProps = {
  id: string
  title: string
  text: string
  /** How many wait for a person. */
  count: number
  note: string | null
  list: {
    data: { pages: readonly { items: readonly unknown[] }[] } | undefined
    isPending: boolean
    isPlaceholderData: boolean
    error: unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  empty: ReactNode
  children: ReactNode
}

/** A list of findings with its states. */
function Findings({ id, title, text, count, note, list, empty, children }: FindingsProps) {
  const isEmpty = list.data?.pages.every(({ items }) => items.length === 0) ?? false
  return (
    <Card className={card.card} aria-labelledby={id}>
      <div className={card.head}>
        <div>
          <h2 id={id}>
            {title}
            {count > 0 && <span className={card.count}>{formatNumber(count)}</span>}
          </h2>
          <p>{text}</p>
          {note && <p role="status">{note}</p>}
        </div>
      </div>
      {list.isPending && <LoadingRows label={m.common_loading()} rows={3} />}
      {!list.isPending && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty ? (
        empty
      ) : (
        <ul className={card.list} data-stale={list.isPlaceholderData || undefined}>
          {children}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => void list.fetchNextPage()}
          disabled={list.isFetchingNextPage}
        >
          {m.knowledge_load_more()}
        </Button>
      )}
    </Card>
  )
}
