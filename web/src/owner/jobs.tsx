import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contracts/endpoint.ts'
import { listJobs, retryFailedJob } from '#contracts/owner/operations.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import type { Column } from '#web/ui/table.tsx'
import { runAct } from './act.ts'
import styles from './panel.module.css'

type Queue = ReplyOf<typeof listJobs>['queues'][number]

const REFRESH_MS = 10_000

/** The job queues with their counts, and failed jobs with another attempt. */
export function Jobs() {
  const query = useQuery({ queryKey: ['owner', 'jobs'], queryFn: () => call(listJobs), refetchInterval: REFRESH_MS })
  const retry = (jobId: string) =>
    runAct(() => call(retryFailedJob, { body: { jobId } }), { done: m.owner_job_queued() })
  if (!query.data && query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingRows label={m.common_loading()} />
  const { queues, failed } = query.data
  return (
    <div className={styles.stack}>
      <p className={styles.intro}>{m.owner_jobs_text()}</p>
      <div className={styles.row}>
        <h2>{m.owner_failed_jobs()}</h2>
      </div>
      {failed.length === 0 && <p className={styles.sub}>{m.owner_no_failed_jobs()}</p>}
      <ul className={styles.list}>
        {failed.map((job) => (
          <li key={job.id} className={styles.item}>
            <div>
              <p>{job.queue}</p>
              <p className={styles.sub}>
                {job.error ?? m.common_none()} · {m.owner_attempts({ count: job.attempts })} ·{' '}
                <RelativeTime at={job.failedAt} />
              </p>
            </div>
            <Button aria-label={m.owner_retry_of({ name: job.queue })} onClick={() => void retry(job.id)}>
              {m.common_retry()}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.table}>
        <CardTable
          label={m.owner_queues()}
          columns={columns()}
          rows={queues}
          keyOf={({ name }) => name}
          rowHeight={36}
        />
      </div>
    </div>
  )
}

const columns = (): Column<Queue>[] => {
  const count = (key: 'waiting' | 'active' | 'retrying' | 'failed' | 'completed', header: string): Column<Queue> => ({
    key,
    header,
    width: '110px',
    isNumber: true,
    render: (queue) => formatNumber(queue[key]),
  })
  return [
    { key: 'name', header: m.owner_queue(), render: ({ name }) => <span className={styles.code}>{name}</span> },
    count('waiting', m.owner_job_waiting()),
    count('active', m.owner_job_active()),
    count('retrying', m.owner_job_retrying()),
    count('failed', m.owner_job_failed()),
    count('completed', m.owner_job_completed()),
  ]
}
