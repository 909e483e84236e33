import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DataRunId } from '#contracts/ids.ts'
import type { DataRunView } from '#contracts/owner/data-run.ts'
import {
  type EarlierExport,
  getEmergencyPage,
  startEmergencyAction,
  uploadEarlierExport,
} from '#contracts/owner/emergency.ts'
import * as m from '#i18n/messages.js'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Card } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { runAct } from '#web/owner/act.ts'
import styles from '#web/owner/panel.module.css'
import { useWindowTitle } from '#web/ui/page-menu.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { RunLog } from '#web/ui/run-log.tsx'
import { ToolFrame } from './frame.tsx'
import { useRun } from './use-run.ts'

const KEY = ['owner', 'emergency'] as const
type Kind = 'starter' | 'migrate' | 'check'

/** The emergency data page: three actions, and the log of the newest. */
export function EmergencyPage() {
  const client = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: () => call(getEmergencyPage) })
  const [slug, setSlug] = useState('')
  const [busy, setBusy] = useState<Kind | null>(null)
  useWindowTitle(m.emergency_title())
  const start = async (kind: Kind) => {
    setBusy(kind)
    const id = crypto.randomUUID() as DataRunId
    const body = { id, kind, ...(slug.trim() ? { slug: slug.trim() } : {}) }
    await runAct(() => call(startEmergencyAction, { body }))
    setBusy(null)
    await client.invalidateQueries({ queryKey: KEY })
  }
  const action = (kind: Kind, label: string, isDisabled = false) => (
    <Button
      disabled={isDisabled || (busy !== null && busy !== kind)}
      loading={busy === kind}
      onClick={() => void start(kind)}
    >
      {label}
    </Button>
  )
  return (
    <ToolFrame title={m.emergency_title()} text={m.emergency_text()}>
      <Card className={styles.card} aria-label={m.emergency_actions()}>
        <Staged staged={query.data?.staged ?? null} />
        <TextInput
          label={m.emergency_business()}
          description={m.emergency_business_text()}
          maxLength={64}
          value={slug}
          onChange={(event) => setSlug(event.currentTarget.value)}
        />
        <div className={styles.row}>
          {action('starter', m.emergency_starter())}
          {action('migrate', m.emergency_migrate(), slug.trim() === '')}
          {action('check', m.emergency_check())}
        </div>
      </Card>
      {!query.data && query.isPending && <LoadingRows label={m.common_loading()} rows={3} />}
      {!query.data && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.runs.length === 0 && (
        <EmptyState title={m.emergency_no_runs()}>{m.emergency_no_runs_text()}</EmptyState>
      )}
      {query.data?.runs.map((run) => (
        <Run key={run.id} given={run} />
      ))}
    </ToolFrame>
  )
}

const Run = ({ given }: { given: DataRunView }) => <RunLog run={useRun(given)} />

/** What was read of an export, and the way to read another. */
function Staged({ staged }: { staged: EarlierExport | null }) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (file: File | undefined) => {
    if (!file) return
    const form = new FormData()
    form.append('file', file)
    setBusy(true)
    await runAct(() => call(uploadEarlierExport, {}, { form }), { done: m.emergency_read_done() })
    setBusy(false)
    if (input.current) input.current.value = ''
  }
  return (
    <div className={styles.row}>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={m.emergency_choose()}
        onChange={(event) => void send(event.currentTarget.files?.[0])}
      />
      <Button loading={isBusy} onClick={() => input.current?.click()}>
        {m.emergency_choose()}
      </Button>
      <p className={styles.sub}>
        {staged && staged.documents > 0
          ? m.emergency_staged({
              documents: formatNumber(staged.documents),
              collections: staged.collections
                .map(({ name, documents }) => `${name} ${formatNumber(documents)}`)
                .join(', '),
            })
          : m.emergency_nothing_staged()}
      </p>
    </div>
  )
}
