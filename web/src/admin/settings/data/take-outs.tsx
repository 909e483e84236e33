import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataRunId } from '#contracts/ids.ts'
import type { DataRunView } from '#contracts/owner/data-run.ts'
import { downloadTakeOut, listTakeOuts, startTakeOut } from '#contracts/tenant/take-out.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { addressOf, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { formatBytes, formatDate } from '#web/lib/format.ts'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { isWorking, RunLog } from '#web/ui/run-log.tsx'

const KEY = ['settings', 'take-outs'] as const
const POLL_MS = 1000

/** Writes everything of the business into one file, and shows the files that were written. */
export function TakeOuts() {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listTakeOuts, {}, { signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.items.some(isWorking) ? POLL_MS : false),
  })
  const start = async () => {
    setBusy(true)
    const id = crypto.randomUUID() as DataRunId
    await act(() => call(startTakeOut, { body: { id } }))
    await client.invalidateQueries({ queryKey: KEY })
    setBusy(false)
  }
  const items = query.data?.items ?? []
  return (
    <SettingsCard id="take-out" title={m.data_take_out_title()} text={m.data_take_out_text()}>
      {query.error && !query.data ? (
        <ErrorState error={query.error} title={null} />
      ) : (
        <div>
          <Button loading={isBusy} disabled={items.some(isWorking)} onClick={() => void start()}>
            {m.data_take_out_start()}
          </Button>
        </div>
      )}
      {query.isPending && <LoadingRows label={m.common_loading()} rows={2} />}
      {query.data && items.length === 0 && (
        <EmptyState title={m.data_take_out_none()}>{m.data_take_out_none_text()}</EmptyState>
      )}
      {items.map((run) => (
        <RunLog key={run.id} run={run}>
          <Download run={run} />
        </RunLog>
      ))}
    </SettingsCard>
  )
}

/** Runs an act that may ask for the password; its failure is shown. Null then, and when the person cancelled. */
async function act<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await withFreshSignIn(run)
  } catch (error) {
    notify.error(failureText(error))
    return null
  }
}

function Download({ run }: { run: DataRunView }) {
  if (run.fileBytes === null) return null
  const download = async () => {
    // The same request as the one that started it: it asks for the password where the sign-in is old, and starts nothing.
    const known = await act(() => call(startTakeOut, { body: { id: run.id } }))
    if (known) location.assign(addressOf(downloadTakeOut.path, { params: { dataRunId: run.id } }))
  }
  return (
    <p>
      <Button onClick={() => void download()}>{m.data_download_size({ size: formatBytes(run.fileBytes) })}</Button>{' '}
      {run.expiresAt && m.data_until({ date: formatDate(run.expiresAt) })}
    </p>
  )
}
