import type { Platform } from '#server/platform/platform.ts'
import { reportError } from '#server/platform/system-errors/report-error.ts'
import { createTurns } from '#server/platform/turns.ts'
import type { RecurringJob } from './job.ts'

/** The first run is soon after the start, so that work a killed process left behind is picked up at once. */
const FIRST_RUN_MS = 1500
/** A recurring job holds a connection for its lock while its work needs another: together they hold a quarter of the pool. */
const POOL_SHARE = 4

/** How many recurring jobs of a process run at once. */
export const recurringAtOnce = (databasePool: number): number => Math.max(1, Math.floor(databasePool / POOL_SHARE))

/** Starts the recurring jobs and returns what stops them. An advisory lock ensures that each runs in one process at a time. */
export function startRecurringJobs(platform: Platform, recurringJobs: readonly RecurringJob[]): () => void {
  const inTurn = createTurns(recurringAtOnce(platform.config.databasePool))
  const timers = recurringJobs.map((job, index) => {
    let isWaiting = false
    const runInTurn = () =>
      inTurn(() => {
        isWaiting = false
        return runExclusively(platform, job, index)
      })
    const runOnce = () => {
      if (isWaiting) return
      isWaiting = true
      runInTurn().catch((error: unknown) => {
        platform.log.warn(
          { err: error, recurringJob: job.name },
          'a recurring job failed; it runs again at its next time',
        )
        reportError(platform, { source: job.name, error })
      })
    }
    const first = setTimeout(runOnce, FIRST_RUN_MS)
    const interval = setInterval(runOnce, job.everySeconds * 1000)
    return [first, interval] as const
  })
  return () => {
    for (const [first, interval] of timers) {
      clearTimeout(first)
      clearInterval(interval)
    }
  }
}

/** Runs a recurring job's work for each item. A failure is logged and does not stop the others. */
export async function runForEach<Item>(
  platform: Platform,
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    await run(item).catch((error: unknown) =>
      platform.log.warn({ err: error, item }, 'an item of a recurring job failed'),
    )
  }
}

/** A recurring job's lock is this and its place in the list. */
export const LOCK_BASE = 7_337_100

async function runExclusively(platform: Platform, job: RecurringJob, index: number): Promise<void> {
  const client = await platform.db.sessions.connect()
  try {
    const { rows } = await client.query<{ isLocked: boolean }>('SELECT pg_try_advisory_lock($1) AS "isLocked"', [
      LOCK_BASE + index,
    ])
    if (!rows[0]?.isLocked) return
    try {
      await platform.tracing.root({ kind: 'internal', name: `recurring ${job.name}` }, () => job.run(platform))
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK_BASE + index])
    }
  } finally {
    client.release()
  }
}
