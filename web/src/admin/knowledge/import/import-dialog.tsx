import { Button, Modal } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportId } from '#contracts/ids.ts'
import type { ImportView } from '#contracts/knowledge/import.ts'
import { getImport, undoImport } from '#contracts/knowledge/import.ts'
import * as m from '#i18n/messages.js'
import { faqsKey } from '#web/admin/knowledge/faqs/queries.ts'
import { useKnowledgeLive } from '#web/admin/knowledge/use-knowledge-live.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { ProgressLine } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { notify } from '#web/ui/notify.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ChooseSource } from './choose-source.tsx'
import styles from './import-dialog.module.css'
import { ImportReview } from './import-review.tsx'

const importsKey = ['knowledge', 'import'] as const
const importKey = (id: string) => [...importsKey, id] as const
const LIVE = { imports: [importsKey] }
/** Live events report the progress; it is also polled, in case they do not arrive. */
const POLL_MS = 2000

const isInProgress = (view: ImportView | undefined) => view?.status === 'reading' || view?.status === 'running'

const importQuery = (id: string) =>
  queryOptions({
    queryKey: importKey(id),
    queryFn: ({ signal }) => call(getImport, { params: { importId: id as ImportId } }, { signal }),
    refetchInterval: (query) => (isInProgress(query.state.data) ? POLL_MS : false),
    staleTime: 0,
  })

type Props = {
  /** Null before there is one. */
  id: string | null
  onId: (id: string | null) => void
  onClose: () => void
}

/** Import of FAQs: choose, review, import, undo. The address holds the import, so that a reload shows its state. */
export function ImportDialog({ id, onId, onClose }: Props) {
  const client = useQueryClient()
  useKnowledgeLive(LIVE)
  const found = useQuery({ ...importQuery(id ?? ''), enabled: id !== null })
  const show = (view: ImportView) => {
    client.setQueryData(importKey(view.id), view)
    if (view.id !== id) onId(view.id)
  }
  const view = id === null ? undefined : found.data
  const isWide = view?.status === 'ready'
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.knowledge_import_title()}
      size={isWide ? 860 : 560}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {id === null && <ChooseSource onView={show} />}
      {id !== null && !view && found.isPending && <ProgressLine label={m.common_loading()} />}
      {id !== null && !view && found.error && <ErrorState error={found.error} onRetry={() => onId(null)} />}
      {view && <Stage view={view} onView={show} onAgain={() => onId(null)} onClose={onClose} />}
    </Modal>
  )
}

type StageProps = { view: ImportView; onView: (view: ImportView) => void; onAgain: () => void; onClose: () => void }

function Stage({ view, onView, onAgain, onClose }: StageProps) {
  const client = useQueryClient()
  if (view.status === 'ready') return <ImportReview view={view} onView={onView} onAgain={onAgain} />
  if (view.status === 'reading') {
    return (
      <div className={styles.stage} role="status">
        <ProgressLine label={m.common_loading()} />
        <p>{m.knowledge_import_reading({ name: view.name })}</p>
      </div>
    )
  }
  if (view.status === 'failed') {
    const title = view.total > 0 ? m.knowledge_import_broken(view) : m.knowledge_import_failed(view)
    return (
      <div className={styles.stage} role="alert">
        <p className={styles.title}>{title}</p>
        <p>{view.reason}</p>
        <div className={styles.answers}>
          <Button onClick={onAgain}>{m.knowledge_import_again()}</Button>
        </div>
      </div>
    )
  }
  if (view.status === 'running') return <Running view={view} />
  const undo = async () => {
    try {
      const { deleted } = await call(undoImport, { params: { importId: view.id } })
      notify.success(m.knowledge_import_undone({ count: deleted }))
      void client.invalidateQueries({ queryKey: faqsKey })
      onClose()
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <div className={styles.stage} role="status">
      <p className={styles.title}>{m.knowledge_import_done()}</p>
      <p>
        {m.knowledge_import_result({
          added: formatNumber(view.added),
          updated: formatNumber(view.updated),
          skipped: formatNumber(view.skipped),
        })}
      </p>
      <div className={styles.answers}>
        {view.added > 0 && (
          <Button variant="subtle" color="gray" onClick={() => void undo()}>
            {m.knowledge_import_undo()}
          </Button>
        )}
        <Button variant="filled" onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </div>
    </div>
  )
}

function Running({ view }: { view: ImportView }) {
  const progress = m.knowledge_import_progress({ done: formatNumber(view.done), total: formatNumber(view.total) })
  return (
    <div className={styles.stage}>
      <p className={styles.title}>{m.knowledge_import_running()}</p>
      <ProgressBar label={m.knowledge_import_running()} value={view.done} max={Math.max(1, view.total)} />
      <p role="status">{progress}</p>
      <p className={styles.help}>{m.knowledge_import_leave()}</p>
    </div>
  )
}
