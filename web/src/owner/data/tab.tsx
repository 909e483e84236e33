import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TenantId } from '#contracts/ids.ts'
import type { DataRunView } from '#contracts/owner/data-run.ts'
import {
  cancelDeletion,
  downloadTenantTakeOut,
  listDataRuns,
  moveTenantIn,
  takeTenantOut,
} from '#contracts/owner/tenant-data.ts'
import * as m from '#i18n/messages.js'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Card } from '#web/kit/surface.tsx'
import { addressOf, call } from '#web/lib/call.ts'
import { formatBytes, formatDate } from '#web/lib/format.ts'
import { sendWithProgress } from '#web/lib/upload-progress.ts'
import { runAct } from '#web/owner/act.ts'
import styles from '#web/owner/panel.module.css'
import { LoadingRows } from '#web/ui/parts.tsx'
import { RunLog } from '#web/ui/run-log.tsx'
import { useRun } from './use-run.ts'

/** Take-outs, move-ins and deletions of businesses, and the way to move one in. */
export function DataTab() {
  const query = useQuery({ queryKey: ['owner', 'data-runs'], queryFn: () => call(listDataRuns) })
  const items = query.data?.items ?? []
  return (
    <div className={styles.stack}>
      <MoveIn />
      {query.isPending && <LoadingRows label={m.common_loading()} rows={3} />}
      {!query.data && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && items.length === 0 && (
        <EmptyState title={m.owner_data_none()}>{m.owner_data_none_text()}</EmptyState>
      )}
      {items.map((run) => (
        <Run key={run.id} given={run} />
      ))}
    </div>
  )
}

function Run({ given }: { given: DataRunView }) {
  const run = useRun(given)
  const download = async () => {
    if (!run.tenantId) return
    // The same request as the one that started it: it asks for the password where the sign-in is old, and starts nothing.
    const body = { id: run.id }
    const known = await runAct(() => call(takeTenantOut, { params: { tenantId: run.tenantId as TenantId }, body }))
    if (known) location.assign(addressOf(downloadTenantTakeOut.path, { params: { dataRunId: run.id } }))
  }
  const cancel = () =>
    runAct(() => call(cancelDeletion, { params: { dataRunId: run.id } }), { done: m.owner_delete_cancelled() })
  return (
    <RunLog run={run}>
      {run.fileBytes !== null && (
        <p>
          <Button onClick={() => void download()}>{m.data_download_size({ size: formatBytes(run.fileBytes) })}</Button>{' '}
          {run.expiresAt && m.data_until({ date: formatDate(run.expiresAt) })}
        </p>
      )}
      {run.kind === 'delete_tenant' && run.state === 'waiting' && (
        <p>
          {m.owner_delete_from({ date: formatDate(run.startsAt) })}{' '}
          <Button onClick={() => void cancel()}>{m.owner_delete_cancel()}</Button>
        </p>
      )}
    </RunLog>
  )
}

function MoveIn() {
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const send = async (file: File | undefined) => {
    if (!file) return
    const form = new FormData()
    form.append('file', file)
    setShare(0)
    await runAct(() => call(moveTenantIn, {}, { form, send: sendWithProgress(setShare) }))
    setShare(null)
    if (input.current) input.current.value = ''
  }
  return (
    <Card className={styles.card} aria-label={m.owner_move_in_title()}>
      <h2>{m.owner_move_in_title()}</h2>
      <p className={styles.intro}>{m.owner_move_in_text()}</p>
      <div className={styles.row}>
        <input
          ref={input}
          type="file"
          accept=".gz,application/gzip"
          hidden
          aria-label={m.owner_move_in_choose()}
          onChange={(event) => void send(event.currentTarget.files?.[0])}
        />
        <Button loading={share !== null} onClick={() => input.current?.click()}>
          {m.owner_move_in_choose()}
        </Button>
        {share !== null && <progress aria-label={m.owner_move_in_title()} value={share} max={1} />}
      </div>
    </Card>
  )
}
