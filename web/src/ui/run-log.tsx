import type { ReactNode } from 'react'
import type { DataRunView } from '#contracts/owner/data-run.ts'
import * as m from '#i18n/messages.js'
import { Badge, ProgressLine } from '#web/kit/surface.tsx'
import { formatClock, formatDate } from '#web/lib/format.ts'
import { ProgressBar } from './progress-bar.tsx'
import { runLabel, runState } from './run-labels.ts'
import styles from './run-log.module.css'

/** Whether a run is not over. */
export const isWorking = ({ state }: Pick<DataRunView, 'state'>): boolean => state === 'waiting' || state === 'running'

/** The progress and the log of a run. */
export function RunLog({ run, children }: { run: DataRunView; children?: ReactNode }) {
  const name = runLabel(run.kind)
  const { tone, label } = runState(run.state)
  return (
    <section className={styles.run} aria-label={name}>
      <p className={styles.head}>
        <strong>{name}</strong> <Badge tone={tone}>{label}</Badge>
        <span className={styles.by}>
          {run.requestedBy} · {formatDate(run.createdAt)}
        </span>
      </p>
      {run.state === 'running' && run.total === 0 && <ProgressLine label={name} />}
      {run.total > 0 && <ProgressBar label={name} value={run.done} max={run.total} />}
      <div className={styles.log} role="log" aria-label={m.data_run_log()}>
        <ol>
          {run.log.map((line, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
            <li key={n} className={line.level === 'failed' ? styles.failed : undefined}>
              <time dateTime={line.at}>{formatClock(line.at)}</time> {line.text}
            </li>
          ))}
        </ol>
      </div>
      {run.contentHash && <p className={styles.by}>{m.data_content_hash({ hash: run.contentHash })}</p>}
      {children}
    </section>
  )
}
