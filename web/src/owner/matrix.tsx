import { Select } from '@mantine/core'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TenantId } from '#contracts/ids.ts'
import { listTenants, type TenantSort, type TenantSummary } from '#contracts/owner/tenant.ts'
import * as m from '#i18n/messages.js'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { planName } from '#web/lib/plan-name.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { SearchField } from '#web/ui/filters.tsx'
import { DemoBadge, LoadingRows } from '#web/ui/parts.tsx'
import type { Column } from '#web/ui/table.tsx'
import { oneDecimal, percent, sortOptions, tenantHealth } from './labels.ts'
import { LoadMore } from './load-more.tsx'
import styles from './panel.module.css'

const TenantDrawer = lazyDialog(async () => (await import('./tenant-drawer.tsx')).TenantDrawer)

const PAGE = 50

const tenantsQuery = (search: string, sort: TenantSort) =>
  infiniteQueryOptions({
    queryKey: ['owner', 'tenants', search, sort],
    queryFn: ({ pageParam, signal }) =>
      call(
        listTenants,
        { query: { sort, limit: PAGE, ...(search ? { search } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

/** Every business with its plan, figures and health; a row opens its details. */
export function Matrix() {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<TenantSort>('activity')
  const [openId, setOpenId] = useState<TenantId | null>(null)
  const query = useInfiniteQuery(tenantsQuery(search, sort))
  const tenants = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <div className={styles.grow}>
          <SearchField
            value={search}
            onChange={setSearch}
            label={m.owner_search_tenants()}
            placeholder={m.owner_search_tenants()}
            clearLabel={m.common_clear()}
          />
        </div>
        <Select
          aria-label={m.owner_sort()}
          allowDeselect={false}
          data={sortOptions()}
          value={sort}
          onChange={(value) => setSort((value ?? 'activity') as TenantSort)}
        />
      </div>
      {!query.data && query.isPending && <LoadingRows label={m.common_loading()} />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && tenants.length === 0 && (
        <EmptyState title={m.owner_no_tenants()}>
          {search ? m.owner_no_tenants_found() : m.owner_no_tenants_text()}
        </EmptyState>
      )}
      {tenants.length > 0 && (
        <div className={styles.table}>
          <CardTable
            label={m.owner_tab_matrix()}
            columns={columns()}
            rows={tenants}
            keyOf={({ id }) => id}
            onOpen={({ id }) => setOpenId(id)}
            rowHeight={52}
          />
        </div>
      )}
      <LoadMore query={query} />
      <TenantDrawer isOpen={openId !== null} id={openId} onClose={() => setOpenId(null)} />
    </div>
  )
}

const columns = (): Column<TenantSummary>[] => [
  {
    key: 'name',
    header: m.owner_business(),
    width: '240px',
    render: ({ name, slug, isDemo, status }) => (
      <span className={styles.names}>
        <span>
          {name} {isDemo && <DemoBadge />}{' '}
          {status === 'SUSPENDED' && <Badge tone="danger">{m.owner_reason_suspended()}</Badge>}
        </span>
        <span className={styles.sub}>{slug}</span>
      </span>
    ),
  },
  { key: 'plan', header: m.owner_plan(), width: '110px', render: ({ plan }) => plan && planName(plan) },
  {
    key: 'tickets',
    header: m.owner_tickets(),
    width: '90px',
    isNumber: true,
    render: ({ tickets }) => formatNumber(tickets),
  },
  {
    key: 'ai',
    header: m.owner_ai_share(),
    width: '120px',
    isNumber: true,
    render: ({ aiShare }) => (aiShare === null ? null : percent(aiShare)),
  },
  {
    key: 'satisfaction',
    header: m.owner_satisfaction(),
    width: '120px',
    isNumber: true,
    render: ({ satisfaction }) => (satisfaction === null ? null : oneDecimal(satisfaction)),
  },
  {
    key: 'activity',
    header: m.owner_last_activity(),
    width: '140px',
    render: ({ lastActivityAt }) => lastActivityAt && <RelativeTime at={lastActivityAt} />,
  },
  {
    key: 'health',
    header: m.owner_tenant_health(),
    width: '110px',
    render: ({ health }) => {
      const { label, tone } = tenantHealth(health)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
]
