import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilterOff, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CustomerFilter, CustomerRowView } from '#contracts/customer/customer.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { Failed } from '#web/admin/tickets/list/states.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { Choice, Choices, ClearFilters, SearchField } from '#web/ui/filters.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRows, SampleBadge } from '#web/ui/parts.tsx'
import { DataTable, type Sort } from '#web/ui/table.tsx'
import { columns, mediumColumns, narrowColumns } from './columns.tsx'
import styles from './customers.module.css'
import { customersQuery, filterFrom, plans } from './queries.ts'

const COUNT_LIMIT = 10_000

/** The table of customers with search, plan filter, and an order that the server applies to all of them. */
export function CustomerList({ onOpen }: { onOpen: (id: string) => void }) {
  const [search, change] = useSectionSearch()
  const filter = filterFrom(search)
  const list = useInfiniteQuery(customersQuery(filter))
  const total = list.data?.pages[0]?.total ?? null
  return (
    <Page title={m.desk_section_customers()} isFilled aside={total !== null && <Count total={total} />}>
      <div className={styles.bar}>
        <div className={styles.search}>
          <SearchField
            value={filter.search}
            onChange={(q) => change({ q }, { replace: true })}
            label={m.customer_search()}
            placeholder={m.customer_search_placeholder()}
            clearLabel={m.customer_search_clear()}
          />
        </div>
        <Choices>
          <Choice
            label={m.customer_filter_plan()}
            value={filter.plan}
            options={[
              { value: 'all', label: m.customer_all_plans() },
              ...plans.map((value) => ({ value, label: value })),
            ]}
            onChange={(plan) => change({ plan: plan === 'all' ? undefined : plan })}
          />
          {isFiltered(filter) && <ClearFilters onClear={() => change({ q: undefined, plan: undefined })} />}
        </Choices>
      </div>
      {list.error && <Failed error={list.error} isTrying={list.isFetching} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingRows label={m.common_loading()} rows={10} />}
      {list.data && (
        <Rows
          rows={list.data.pages.flatMap(({ items }) => items)}
          filter={filter}
          isStale={list.isPlaceholderData}
          onOpen={onOpen}
          more={list.hasNextPage ? () => void list.fetchNextPage() : null}
        />
      )}
      {list.error && <SampleRow />}
    </Page>
  )
}

const isFiltered = ({ search, plan }: CustomerFilter): boolean => search !== '' || plan !== 'all'

function Count({ total }: { total: number }) {
  return (
    <span className={styles.count} role="status">
      {total > COUNT_LIMIT ? m.customer_count_many() : m.customer_count({ count: total })}
    </span>
  )
}

type RowsProps = {
  rows: CustomerRowView[]
  filter: CustomerFilter
  /** They belong to the filter before. */
  isStale: boolean
  onOpen: (id: string) => void
  more: (() => void) | null
}

function Rows({ rows, filter, isStale, onOpen, more }: RowsProps) {
  const [, change] = useSectionSearch()
  const layout = useLayout()
  if (rows.length === 0) return <Nothing isFiltered={isFiltered(filter)} />
  const sortBy = ({ key, isDescending }: Sort) =>
    change({ sort: key, direction: isDescending ? 'desc' : 'asc' }, { replace: true })
  return (
    <div className={styles.table} data-stale={isStale || undefined}>
      <DataTable
        label={m.customer_list()}
        columns={layout.columns()}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        sort={{ key: filter.sort, isDescending: filter.direction === 'desc' }}
        onSort={sortBy}
        rowHeight={layout.rowHeight}
        footer={more && <More onMore={more} />}
      />
    </div>
  )
}

const ONCE = { getInitialValueInEffect: false }

/** The columns there is room for, and the height of their rows in pixels. */
function useLayout() {
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, ONCE)
  const isMedium = useMediaQuery('(max-width: 1279px)', undefined, ONCE)
  if (isNarrow) return { columns: narrowColumns, rowHeight: 60 }
  return isMedium ? { columns: mediumColumns, rowHeight: 60 } : { columns, rowHeight: 44 }
}

/** Reads the next page when it comes into view; the button does for whoever uses the keyboard. */
function More({ onMore }: { onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  latest.current = onMore
  useEffect(() => {
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && latest.current(), {
      rootMargin: '600px',
    })
    if (end.current) watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={end} className={styles.more}>
      <Button onClick={onMore}>{m.customer_load_more()}</Button>
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const [, change] = useSectionSearch()
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.5} />}
        title={m.customer_not_found_title()}
        action={<Button onClick={() => change({ q: undefined, plan: undefined })}>{m.customer_clear_filters()}</Button>}
      >
        {m.customer_not_found_text()}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<IconUsers size={24} stroke={1.5} />} title={m.customer_none_title()}>
      {m.customer_none_text()}
    </EmptyState>
  )
}

/** An example row while the customers cannot be read, labelled as an example. */
function SampleRow() {
  return (
    <p className={styles.sample}>
      <SampleBadge />
      <strong>{m.customer_sample_name()}</strong>
      <span>{m.customer_sample_row({ plan: 'Basic', tickets: formatNumber(1) })}</span>
    </p>
  )
}
