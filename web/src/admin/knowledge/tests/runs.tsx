import { Progress, Tooltip } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import type { QualityRunView } from '#contracts/quality/quality-run.ts'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import { formatExact, formatRelative } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import styles from './tests.module.css'

const triggers: Record<QualityRunView['trigger'], (run: QualityRunView) => string> = {
  manual: ({ startedByName }) => m.quality_trigger_manual({ name: startedByName ?? m.common_none() }),
  knowledge: () => m.quality_trigger_knowledge(),
  agent: () => m.quality_trigger_agent(),
  model: () => m.quality_trigger_model(),
}

/** The running run with its progress, or the last one, and the results of earlier runs. */
export function Runs({ runs }: { runs: readonly QualityRunView[] }) {
  const [newest] = runs
  if (!newest) return <p className={styles.soft}>{m.quality_never_run()}</p>
  const { done, total, passed } = newest
  return (
    <section className={styles.runs} aria-label={m.quality_last_run()}>
      {newest.state === 'running' ? (
        <div className={styles.running}>
          <span role="status">{m.quality_running({ done, total })}</span>
          <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={m.quality_running({ done, total })} />
        </div>
      ) : (
        <div>
          <strong className={styles.score}>{m.quality_passed_of({ passed, total: done })}</strong>
          <p className={styles.soft}>
            {m.quality_last_run()} <RelativeTime at={newest.startedAt} />, {triggers[newest.trigger](newest)}
          </p>
        </div>
      )}
      {runs.length > 1 && <History runs={runs} />}
    </section>
  )
}

function History({ runs }: { runs: readonly QualityRunView[] }) {
  return (
    <ol className={styles.history} aria-label={m.quality_history()}>
      {runs.toReversed().map((run) => {
        const share = run.done === 0 ? 0 : run.passed / run.done
        const tip = m.quality_run_tip({
          passed: run.passed,
          total: run.done,
          when: `${formatRelative(run.startedAt)} (${formatExact(run.startedAt)})`,
        })
        return (
          <Tooltip key={run.id} label={tip}>
            <li className={classes(styles.bar, share === 1 && styles.whole)}>
              <span style={{ height: `${Math.max(6, share * 100)}%` }} />
              <span className="visually-hidden">{tip}</span>
            </li>
          </Tooltip>
        )
      })}
    </ol>
  )
}
