import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSystemErrors, resolveSystemError } from '#contracts/owner/operations.ts'
import * as m from '#i18n/messages.js'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { runAct } from './act.ts'
import styles from './panel.module.css'

type Status = 'open' | 'resolved'

/** Errors of requests and jobs, one entry for all of a kind. */
export function Errors() {
  const [status, setStatus] = useState<Status>('open')
  const query = useQuery({
    queryKey: ['owner', 'errors', status],
    queryFn: () => call(listSystemErrors, { query: { status } }),
    placeholderData: keepPreviousData,
  })
  const errors = query.data?.items ?? []
  const resolve = (fingerprint: string) =>
    runAct(() => call(resolveSystemError, { body: { fingerprint } }), { done: m.owner_error_resolved() })
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <p className={styles.intro}>{m.owner_errors_text()}</p>
        <SegmentedControl
          className={styles.end ?? ''}
          aria-label={m.owner_errors_status()}
          value={status}
          onChange={(value) => setStatus(value as Status)}
          data={[
            { value: 'open', label: m.owner_errors_open() },
            { value: 'resolved', label: m.owner_errors_resolved() },
          ]}
        />
      </div>
      {!query.data && query.isPending && <LoadingRows label={m.common_loading()} />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && errors.length === 0 && (
        <EmptyState title={m.owner_no_errors()}>{m.owner_no_errors_text()}</EmptyState>
      )}
      <ul className={styles.list}>
        {errors.map((error) => (
          <li key={error.fingerprint} className={styles.item}>
            <div>
              <p>
                <Badge tone="danger">{m.owner_times({ count: formatNumber(error.count) })}</Badge> {error.name}:{' '}
                {error.message}
              </p>
              <p className={styles.sub}>
                {error.source} · {m.owner_first_seen({ date: formatDate(error.firstAt) })} ·{' '}
                <RelativeTime at={error.lastAt} />
                {error.lastRequestId && ` · ${m.common_error_reference({ id: error.lastRequestId })}`}
              </p>
            </div>
            {status === 'open' && (
              <Button
                aria-label={m.owner_resolve_of({ name: error.source })}
                onClick={() => void resolve(error.fingerprint)}
              >
                {m.owner_resolve()}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
