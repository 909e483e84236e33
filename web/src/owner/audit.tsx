import { Button, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AuditEntryView, exportAuditEntries, listAuditEntries } from '#contracts/owner/operations.ts'
import * as m from '#i18n/messages.js'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { SearchField } from '#web/ui/filters.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { LoadMore } from './load-more.tsx'
import styles from './panel.module.css'

const PAGE = 50

type Filter = { search?: string; from?: string; until?: string }

/** Days of the reader's own calendar, as instants. */
function filterOf(search: string, from: string, until: string): Filter {
  return {
    ...(search ? { search } : {}),
    ...(from ? { from: new Date(`${from}T00:00:00`).toISOString() } : {}),
    ...(until ? { until: new Date(`${until}T23:59:59.999`).toISOString() } : {}),
  }
}

const auditQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['owner', 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        listAuditEntries,
        { query: { ...filter, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

/** The audit log with its filter and export. */
export function Audit() {
  const [search, setSearch] = useState('')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const filter = filterOf(search, from, until)
  const query = useInfiniteQuery(auditQuery(filter))
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <div className={styles.grow}>
          <SearchField
            value={search}
            onChange={setSearch}
            label={m.owner_audit_search()}
            placeholder={m.owner_audit_search()}
            clearLabel={m.common_clear()}
          />
        </div>
        <TextInput
          type="date"
          label={m.owner_from()}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={m.owner_until()}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <Button
          component="a"
          href={`${exportAuditEntries.path}?${new URLSearchParams(filter)}`}
          download
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
        >
          {m.owner_audit_export()}
        </Button>
      </div>
      {!query.data && query.isPending && <LoadingRows label={m.common_loading()} />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && entries.length === 0 && (
        <EmptyState title={m.owner_no_audit()}>{m.owner_no_audit_text()}</EmptyState>
      )}
      <ul className={styles.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <LoadMore query={query} />
    </div>
  )
}

function Entry({ entry }: { entry: AuditEntryView }) {
  const detail = Object.entries(entry.detail).map(([name, value]) => `${name}: ${textOf(value)}`)
  return (
    <li className={styles.item}>
      <div>
        <p>
          <span className={styles.code}>{entry.action}</span> {entry.tenantName}
        </p>
        <p className={styles.sub}>
          {entry.actorEmail ?? entry.actorKind} · {entry.address ?? m.common_none()} · <RelativeTime at={entry.at} />
        </p>
        {detail.length > 0 && <p className={styles.sub}>{detail.join(' · ')}</p>}
      </div>
    </li>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
