import { Button, Checkbox, SegmentedControl, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import type { ImportView } from '#contracts/knowledge/import.ts'
import { startImport } from '#contracts/knowledge/import.ts'
import * as m from '#i18n/messages.js'
import { faqCategoryLabel } from '#web/admin/knowledge/labels.ts'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './import-dialog.module.css'

const SHOWN_FAULTS = 10

type Props = { view: ImportView; onView: (view: ImportView) => void; onAgain: () => void }

/** The rows that would be imported: wrong ones with their reasons, existing ones, and a checkbox for each row. */
export function ImportReview({ view, onView, onAgain }: Props) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [onDuplicate, setOnDuplicate] = useState<'skip' | 'update'>('skip')
  const [isPublished, setPublished] = useState(view.kind === 'csv')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const id = useId()
  const count = view.total - leftOut.size
  const toggle = (line: number) =>
    setLeftOut((known) => (known.has(line) ? without(known, line) : new Set(known).add(line)))
  const start = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { isPublished, onDuplicate, leaveOut: [...leftOut] }
      onView(await call(startImport, { params: { importId: view.id }, body }))
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }
  return (
    <div className={styles.review}>
      <p className={styles.title}>{m.knowledge_import_found({ count: view.total, name: view.name })}</p>
      {view.faultCount > 0 && <Faults view={view} />}
      {view.preview.length > 0 && <Preview view={view} leftOut={leftOut} onToggle={toggle} />}
      {view.knownCount > 0 && (
        <div className={styles.choice}>
          <p id={`${id}-known`}>
            <strong>{m.knowledge_import_duplicates()}</strong> {m.knowledge_import_known({ count: view.knownCount })}
          </p>
          <SegmentedControl
            aria-labelledby={`${id}-known`}
            value={onDuplicate}
            onChange={(value) => setOnDuplicate(value === 'update' ? 'update' : 'skip')}
            data={[
              { value: 'skip', label: m.knowledge_import_skip() },
              { value: 'update', label: m.knowledge_import_update() },
            ]}
          />
        </div>
      )}
      {view.kind === 'csv' ? (
        <Switch
          label={m.knowledge_import_publish()}
          description={m.knowledge_import_publish_help()}
          checked={isPublished}
          onChange={(event) => setPublished(event.currentTarget.checked)}
        />
      ) : (
        <p className={styles.help}>{m.knowledge_import_drafts()}</p>
      )}
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.answers}>
        <Button onClick={onAgain}>{m.knowledge_import_again()}</Button>
        <Button variant="filled" disabled={isBusy || count === 0} aria-busy={isBusy} onClick={() => void start()}>
          {m.knowledge_import_start({ count })}
        </Button>
      </div>
    </div>
  )
}

function without(known: ReadonlySet<number>, line: number): Set<number> {
  const rest = new Set(known)
  rest.delete(line)
  return rest
}

function Faults({ view }: { view: ImportView }) {
  const hidden = view.faultCount - Math.min(SHOWN_FAULTS, view.faults.length)
  return (
    <div className={styles.faults} role="alert">
      <p>{m.knowledge_import_faults({ count: view.faultCount })}</p>
      <ul>
        {view.faults.slice(0, SHOWN_FAULTS).map((fault) => (
          <li key={fault.line}>
            <strong>{m.knowledge_import_fault_line({ line: fault.line })}</strong> {fault.message}
            {fault.text && <span className={styles.quoted}>{fault.text}</span>}
          </li>
        ))}
        {hidden > 0 && <li>{m.knowledge_import_faults_more({ count: hidden })}</li>}
      </ul>
    </div>
  )
}

type PreviewProps = { view: ImportView; leftOut: ReadonlySet<number>; onToggle: (line: number) => void }

function Preview({ view, leftOut, onToggle }: PreviewProps) {
  const hidden = view.total - view.preview.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.preview} aria-label={m.knowledge_import_preview()} tabIndex={0}>
      <ul>
        {view.preview.map((row) => (
          <li key={row.line} data-out={leftOut.has(row.line) || undefined}>
            <Checkbox
              checked={!leftOut.has(row.line)}
              onChange={() => onToggle(row.line)}
              aria-label={m.knowledge_import_take({ question: row.question })}
            />
            <div className={styles.row}>
              <p className={styles.question}>{row.question}</p>
              <p className={styles.answer}>{row.answer}</p>
            </div>
            <div className={styles.marks}>
              {row.isKnown && <Badge tone="waiting">{m.knowledge_import_known_mark()}</Badge>}
              {view.kind === 'csv' && <span>{faqCategoryLabel(row.category)}</span>}
            </div>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={styles.help}>{m.knowledge_import_preview_more({ count: hidden })}</p>}
    </section>
  )
}
