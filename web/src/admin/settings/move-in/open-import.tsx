import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataImportView } from '#contracts/data-import/data-import.ts'
import {
  cancelDataImport,
  checkDataImport,
  deleteDataImport,
  runDataImport,
} from '#contracts/data-import/data-import.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useStandsStill } from '#web/ui/use-stands-still.ts'
import { Content } from './content.tsx'
import { sourceLabel, statusOf } from './labels.ts'
import { Mapping } from './mapping.tsx'
import styles from './move-in.module.css'
import { importQuery, importsKey, isAtWork } from './queries.ts'
import { Report, Skipped } from './report.tsx'

const UndoDialog = lazyDialog(async () => (await import('./undo-dialog.tsx')).UndoDialog)

/** One import, by the step it is at. */
export function OpenImport({ id, onGone }: { id: string; onGone: () => void }) {
  const { data: view, error, refetch } = useQuery(importQuery(id))
  if (error && !view) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!view) return <LoadingRows label={m.common_loading()} rows={5} height={56} />
  const { label, tone } = statusOf(view.status)
  const about = [sourceLabel(view.source), view.size > 0 ? formatBytes(view.size) : null, view.createdByName]
  return (
    <>
      <SettingsCard
        id="import"
        title={view.name || sourceLabel(view.source)}
        aside={<Badge tone={tone}>{label()}</Badge>}
        text={about.filter(Boolean).join(' · ')}
      >
        {view.reason && (
          <p className={styles.failure} role="alert">
            {view.reason}
          </p>
        )}
        {view.status === 'new' && <p className={styles.help}>{m.data_import_no_file()}</p>}
        {isWithoutFile(view) && <p className={styles.help}>{m.data_import_file_gone()}</p>}
        {isAtWork(view) && <Progress view={view} />}
        <Outcome view={view} />
        <Actions view={view} onGone={onGone} />
      </SettingsCard>
      {view.content && ['ready', 'checking', 'checked'].includes(view.status) && (
        <>
          <Content content={view.content} />
          {view.mapping && <Mapping key={view.id} view={view} mapping={view.mapping} content={view.content} />}
        </>
      )}
      {view.skippedCount > 0 && <Skipped view={view} />}
    </>
  )
}

/** Its file was removed before it was imported: after a week, or with the erasure of a customer. */
const isWithoutFile = ({ status, content, canGoOn, result }: DataImportView): boolean =>
  ((status === 'ready' || status === 'checked') && content === null) ||
  ((status === 'cancelled' || status === 'failed') && result !== null && !canGoOn)

const WORK: Partial<Record<DataImportView['status'], () => string>> = {
  reading: m.data_import_reading,
  checking: m.data_import_checking,
  running: m.data_import_running,
  undoing: m.data_import_undoing,
}

function Progress({ view }: { view: DataImportView }) {
  const text = WORK[view.status]?.() ?? ''
  const share = view.total > 0 ? Math.min(1, view.done / view.total) : 0
  const counts = { done: formatNumber(view.done), total: formatNumber(view.total) }
  const isWaiting = useStandsStill(view.done)
  return (
    <div>
      <p>{text}</p>
      <ProgressBar label={text} value={share} max={1} />
      <p className={styles.help} role="status">
        {view.status === 'reading'
          ? m.data_import_percent({ percent: Math.round(share * 100) })
          : m.data_import_progress(counts)}{' '}
        {isWaiting && m.data_import_waits()}
      </p>
      <p className={styles.help}>{m.data_import_leave()}</p>
    </div>
  )
}

function Outcome({ view }: { view: DataImportView }) {
  if (view.undone) {
    const counts = { removed: formatNumber(view.undone.removed), kept: formatNumber(view.undone.kept) }
    return (
      <p role="status">{view.undone.kept > 0 ? m.data_import_undone_kept(counts) : m.data_import_undone(counts)}</p>
    )
  }
  if (view.result) return <Report report={view.result} title={m.data_import_result()} isDone />
  if (view.check) return <Report report={view.check} title={m.data_import_check()} />
  return null
}

function Actions({ view, onGone }: { view: DataImportView; onGone: () => void }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isUndoing, setUndoing] = useState(false)
  const params = { dataImportId: view.id }
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notify.failure(error)
    }
    await client.invalidateQueries({ queryKey: importsKey })
    setBusy(false)
  }
  const remove = async () => {
    const question = {
      title: m.data_import_delete_title(),
      body: m.data_import_delete_text(),
      confirm: m.data_import_delete(),
    }
    if (!(await confirmAction({ ...question, isDanger: true }))) return
    await act(async () => {
      await call(deleteDataImport, { params })
      onGone()
    })
  }
  const canCheck = (view.status === 'ready' || view.status === 'checked') && !isWithoutFile(view)
  const canDelete = view.status === 'undone' ? view.undone?.kept === 0 : !isAtWork(view) && !view.result
  return (
    <div className={styles.actions}>
      {canDelete && (
        <Button variant="subtle" color="red" disabled={isBusy} onClick={() => void remove()}>
          {m.data_import_delete()}
        </Button>
      )}
      {view.canUndo && (
        <Button variant="subtle" color="red" disabled={isBusy} onClick={() => setUndoing(true)}>
          {m.data_import_undo()}
        </Button>
      )}
      {(view.status === 'checking' || view.status === 'running') && (
        <Button disabled={isBusy} onClick={() => void act(() => call(cancelDataImport, { params }))}>
          {m.common_cancel()}
        </Button>
      )}
      {canCheck && (
        <Button
          variant={view.check ? 'default' : 'filled'}
          disabled={isBusy}
          onClick={() => void act(() => call(checkDataImport, { params }))}
        >
          {view.check ? m.data_import_check_again() : m.data_import_check_start()}
        </Button>
      )}
      {view.canGoOn && (
        <Button variant="filled" disabled={isBusy} onClick={() => void act(() => call(runDataImport, { params }))}>
          {view.result ? m.data_import_go_on() : m.data_import_run()}
        </Button>
      )}
      {isUndoing && <UndoDialog view={view} onClose={() => setUndoing(false)} />}
    </div>
  )
}
